"""The engine of スーパー大戦略カード: one module a topic of rulings/daisenryaku-card/, and ``state`` for the data."""

import gunbai.engine.daisenryaku_card.border
import gunbai.engine.daisenryaku_card.combat
import gunbai.engine.daisenryaku_card.components
import gunbai.engine.daisenryaku_card.declare
import gunbai.engine.daisenryaku_card.drawing
import gunbai.engine.daisenryaku_card.given
import gunbai.engine.daisenryaku_card.odds
import gunbai.engine.daisenryaku_card.options
import gunbai.engine.daisenryaku_card.repair
import gunbai.engine.daisenryaku_card.result
import gunbai.engine.daisenryaku_card.setup
import gunbai.engine.daisenryaku_card.trade
import gunbai.engine.daisenryaku_card.turn
import gunbai.engine.daisenryaku_card.victory
import gunbai.engine.daisenryaku_card.war
import gunbai.engine.daisenryaku_card.weapons
