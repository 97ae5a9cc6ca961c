"""The data of ``gunbai.text``: old forms of kanji, function words, kana by their vowel, Roman syllables."""

from __future__ import annotations

__all__ = ["FUNCTION", "OLD", "SYLLABLES", "VOWELS"]

OLD = (
    "亞亜惡悪壓圧圍囲爲為醫医壹壱隱隠榮栄營営衞衛驛駅圓円鹽塩應応歐欧毆殴櫻桜奧奥橫横溫温假仮價価畫画會会繪絵壞壊懷懐"
    "擴拡殼殻覺覚學学嶽岳樂楽勸勧卷巻寬寛歡歓觀観關関氣気龜亀僞偽戲戯犧犠擧挙舊旧峽峡狹狭曉暁區区驅駆薰薫徑径惠恵溪渓"
    "經経繼継莖茎螢蛍輕軽鷄鶏藝芸擊撃缺欠儉倹劍剣圈圏檢検權権獻献縣県險険顯顕驗験嚴厳廣広恆恒鑛鉱號号國国黑黒濟済碎砕"
    "齋斎劑剤櫻桜雜雑參参慘惨棧桟蠶蚕贊賛殘残絲糸齒歯兒児辭辞濕湿實実舍舎寫写釋釈壽寿收収從従澁渋獸獣縱縦肅粛處処敍叙"
    "奬奨將将燒焼稱称證証乘乗剩剰壤壌孃嬢條条淨浄狀状疊畳讓譲釀醸觸触囑嘱寢寝愼慎晉晋眞真盡尽圖図粹粋醉酔隨随髓髄數数"
    "樞枢聲声靜静齊斉攝摂竊窃專専戰戦淺浅潛潜纖繊踐践錢銭禪禅雙双壯壮搜捜插挿爭争總総聰聡莊荘裝装騷騒臟臓藏蔵屬属續続"
    "墮堕體体對対帶帯滯滞臺台瀧滝澤沢單単團団彈弾斷断癡痴遲遅晝昼蟲虫鑄鋳廳庁聽聴鎭鎮遞逓鐵鉄轉転點点傳伝黨党盜盗燈灯"
    "當当鬪闘德徳獨独讀読屆届貳弐惱悩腦脳廢廃拜拝賣売麥麦發発髮髪拔抜蠻蛮祕秘濱浜甁瓶拂払佛仏竝並變変邊辺辯弁寶宝豐豊"
    "沒没飜翻槇槙萬万滿満默黙彌弥藥薬譯訳豫予餘余與与譽誉搖揺樣様謠謡來来賴頼亂乱覽覧龍竜兩両獵猟綠緑壘塁勵励禮礼隸隷"
    "靈霊齡齢戀恋爐炉勞労樓楼祿録灣湾瑤瑶嶋島嶌島髙高﨑崎桒桑冨富凉涼淸清靑青晴晴神神福福")
"""Pairs of characters: the old form of a kanji (or a variant in names), then the form that it is taken for."""

FUNCTION = (
    "どうすればいいか どうすれば どうしたら どうなりますか どうなるのか どうなるか どうなる どうすべき "
    "どうする でしょうか ですか ますか ますよね いいですか いいの よいか よいの てもいい てもよい "
    "でもいい でもよい ていい てよい できますか できるか できる できない どのように どのよう どんなときに "
    "どんなとき どうやって どういう どこまで どこから どこへ どこに どこで どこ どちら どれ どの どんな "
    "どう いつまで いつから いつ なぜ なんで なに 何ですか 何か だれ 誰が 教えて おしえて ください "
    "下さい について という というのは とは しなければならない なければならない しなければ されたら "
    "されると させる される したら すると するとき するには する した して しない ません ました ます "
    "です だった だと なら なった なって なる なり ある あって あり あった いる いて いた ない なく "
    "なかった 場合に 場合は 場合 ときに ときは とき 時に 時は こと もの ため まで から より だけ "
    "でも では には とか など って のか のは のが のに ので けど けれど それとも または および また "
    "その この あの それ これ もし を に が は の と で も へ や か ね よ"
).split()
"""What a question is made of besides its content: weighs nothing. The longest is taken first."""

VOWELS = {
    "a": "あかさたなはまやらわがざだばぱぁゃゎゕ",
    "i": "いきしちにひみりぎじぢびぴぃゐ",
    "u": "うくすつぬふむゆるぐずづぶぷぅゅゔ",
    "e": "えけせてねへめれげぜでべぺぇゑゖ",
    "o": "おこそとのほもよろをごぞどぼぽぉょ",
}


def _syllables() -> dict[str, str]:
    table = dict(zip("aiueo", "あいうえお", strict=True))
    rows = {"k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
            "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ", "d": "だぢづでど",
            "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ"}
    for consonant, row in rows.items():
        for vowel, char in zip("aiueo", row, strict=True):
            table[consonant + vowel] = char
        for vowel, small in zip("auo", "ゃゅょ", strict=True):
            table[f"{consonant}y{vowel}"] = row[1] + small
    for head, kana_i in {"sh": "し", "ch": "ち", "j": "じ", "jy": "じ", "cy": "ち"}.items():
        table.update({head + v: kana_i + s for v, s in zip("aueo", "ゃゅぇょ", strict=True)})
        table[f"{head}i"] = kana_i
    for head, large in {"f": "ふ", "v": "ゔ", "ts": "つ"}.items():
        table.update({head + v: large + s for v, s in zip("aieo", "ぁぃぇぉ", strict=True)})
        table[f"{head}u"] = large
    table.update({"ya": "や", "yu": "ゆ", "yo": "よ", "wa": "わ", "wi": "うぃ", "we": "うぇ", "wo": "を",
                  "thi": "てぃ", "dhi": "でぃ", "dhu": "でゅ", "tu": "つ", "si": "し", "ti": "ち", "hu": "ふ",
                  "zi": "じ",
                  "fyu": "ふゅ", "kwa": "くぁ", "gwa": "ぐぁ", "ye": "いぇ"})
    return table



SYLLABLES = _syllables()
"""The hiragana of each Roman syllable, Hepburn and Kunrei."""
