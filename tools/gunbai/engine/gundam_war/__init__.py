"""The engine of GUNDAM WAR (old): one module a topic of rulings/gundam-war/."""
