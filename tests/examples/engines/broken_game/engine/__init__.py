"""It breaks while it is imported."""

BROKEN = 1 // 0
