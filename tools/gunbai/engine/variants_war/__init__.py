"""The engine of ヴァリアンツ＝ウォー: one module a topic of rulings/variants-war/."""

import gunbai.engine.variants_war.battle
import gunbai.engine.variants_war.board
import gunbai.engine.variants_war.destruction
import gunbai.engine.variants_war.effects
import gunbai.engine.variants_war.field_hit
import gunbai.engine.variants_war.frame
import gunbai.engine.variants_war.moving
import gunbai.engine.variants_war.others
import gunbai.engine.variants_war.piles
import gunbai.engine.variants_war.turn
