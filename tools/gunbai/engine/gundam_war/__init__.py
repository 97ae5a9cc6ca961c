"""The engine of GUNDAM WAR (old): one module a topic of rulings/gundam-war/."""

import gunbai.engine.gundam_war.automatic
import gunbai.engine.gundam_war.costs
import gunbai.engine.gundam_war.deck
import gunbai.engine.gundam_war.dedicated
import gunbai.engine.gundam_war.dual
import gunbai.engine.gundam_war.general
import gunbai.engine.gundam_war.naming
import gunbai.engine.gundam_war.stacking
import gunbai.engine.gundam_war.viewing
import gunbai.engine.gundam_war.cutin
import gunbai.engine.gundam_war.retarget
import gunbai.engine.gundam_war.targets
import gunbai.engine.gundam_war.turn
