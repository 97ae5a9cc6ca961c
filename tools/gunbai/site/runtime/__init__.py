"""The engine in the reader's browser: what is sent there (build side), and what answers there (`answering`)."""
