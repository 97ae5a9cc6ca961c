"""The engine of 少女兵器大戦: one module a topic of rulings/girl-arms-war/."""

from gunbai.engine.girl_arms_war import (
    attack, effects, faq, frame, general, play, priority, royale, start_end, team, timing,
)

__all__ = [
    "attack", "effects", "faq", "frame", "general", "play", "priority", "royale", "start_end", "team", "timing",
]
