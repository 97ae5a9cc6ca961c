// The search in the browser: what gunbai.text and gunbai.search (.spelling, .words, .prepared, .scorer, .lanes, .query)
// do, over the files of .shards.
// It stands in the place of the theme's search worker (messages 0 set up, 1 ready, 2 query, 3 result).
// On a page that is opened as a file it runs in the page: `gbSearchHost` stands for the worker, and hands out the files.
;(self => {
const INDEX = /*INDEX*/ null
const { c: C, t: T } = INDEX

// --- gunbai.text: folding and cutting -----------------------------------------------------------------------------
const NEW = new Map(), SMALL = T.small, VOWEL = new Map(), KEPT = new Set(T.kept), DROPPED = new Set(T.dropped),
  USUAL = new Set(T.idle)
{
  const old = [...T.old]
  for (let i = 0; i < old.length; i += 2) NEW.set(old[i], old[i + 1])
  for (const [vowel, row] of Object.entries(T.vowel)) for (const char of row) VOWEL.set(char, vowel)
}
const NUMERAL = "〇一二三四五六七八九十"
const isKana = char => char >= "ぁ" && char <= "ゖ"
const isKanji = char => char >= "一" && char <= "鿿"
const simpleKnown = new Map()

function simple(cluster) {
  let known = simpleKnown.get(cluster)
  if (known !== undefined) return known
  let text = [...cluster].map(c => T.voiced[c] ?? c).join("")
  for (;;) {
    let out = ""
    for (const c of text.normalize("NFKC").toLowerCase()) {
      if (DROPPED.has(c) || /[\p{P}\p{Z}\p{C}\p{M}]/u.test(c)) continue
      out += c >= "ァ" && c <= "ヶ" ? String.fromCodePoint(c.codePointAt(0) - 0x60) : T.other[c] ?? NEW.get(c) ?? c
    }
    if (out === text) break
    text = out
  }
  if (simpleKnown.size > 20000) simpleKnown.clear()
  simpleKnown.set(cluster, text)
  return text
}

function repeated(mark, before) {
  if (mark === "々") return before
  if (!isKana(before)) return mark
  const plain = [...before.normalize("NFD")][0], voiced = (plain + "\u3099").normalize("NFC")
  return mark === "ゞ" && [...voiced].length === 1 ? voiced : plain
}

function number(run) {
  const text = run.join(""), at = text.indexOf("十"), tens = text.slice(0, at), ones = text.slice(at + 1)
  if (at < 0 || tens.length > 1 || ones.length > 1 || text.includes("〇") || ones === "十")
    return run.map(c => c === "十" ? "10" : String(NUMERAL.indexOf(c))).join("")
  return String((tens ? NUMERAL.indexOf(tens) : 1) * 10 + (ones ? NUMERAL.indexOf(ones) : 0))
}

const followsKnown = new Map()
function follows(char) { // is a mark of the character before it
  let known = followsKnown.get(char)
  if (known === undefined) followsKnown.set(char, known = char in T.voiced || /\p{M}/u.test(char))
  return known
}

const oneKnown = new Array(0x10000) // by code; a half of a surrogate pair is nothing by itself
// What a character folds to by itself, null where those beside it count. What most texts are made of is told without the
// tables of Unicode, which take a browser milliseconds to read.
function one(code) {
  let known = oneKnown[code]
  if (known === undefined) {
    let char = String.fromCharCode(code), folded
    if (char >= "ァ" && char <= "ヶ") char = String.fromCharCode(code - 0x60)
    if (USUAL.has(char)) folded = ""
    else if (isKana(char) || char >= "0" && char <= "9" || char >= "a" && char <= "z") folded = char
    else if (isKanji(char)) folded = NEW.get(char) ?? char
    else if (code >> 11 !== 0x1b && !follows(char)) folded = simple(char)
    known = folded === undefined || /[ゔ々ゝゞ]/.test(folded) ? null : [...folded].map(c => SMALL[c] ?? c).join("")
    oneKnown[code] = known
  }
  return known
}

// The folded characters, and where each begins in the original (in characters, with the end as last item).
function foldAt(text) {
  const chars = [...text], out = [], places = []
  let apart = chars.length === text.length
  for (let at = 0; apart && at < chars.length; at++) {
    const folded = one(text.charCodeAt(at))
    apart = folded !== null
    if (folded?.length === 1) {
      out.push(folded)
      places.push(at)
    } else if (folded) for (const char of folded) {
      out.push(char)
      places.push(at)
    }
  }
  if (!apart) out.length = places.length = 0
  let before = -1, start = 0
  for (let at = 1; !apart && at <= chars.length; at++) {
    if (at < chars.length && follows(chars[at])) continue
    for (const char of simple(at - start === 1 ? chars[start] : chars.slice(start, at).join(""))) {
      if (char in T.va && out.length && out.at(-1) === "ゔ" && places.at(-1) === before) out[out.length - 1] = T.va[char]
      else {
        out.push("々ゝゞ".includes(char) && out.length ? repeated(char, out.at(-1)) : char)
        places.push(start)
      }
    }
    before = start
    start = at
  }
  const large = apart ? out : out.map(c => c === "ゔ" ? "ぶ" : SMALL[c] ?? c), folded = [], kept = []
  for (let at = 0; at < large.length;) {
    let run = at
    while (run < large.length && NUMERAL.includes(large[run])) run++
    if (run === at) {
      folded.push(large[at])
      kept.push(places[at++])
      continue
    }
    const digits = number(large.slice(at, run))
    for (let i = 0; i < digits.length; i++) {
      folded.push(digits[i])
      kept.push(places[Math.min(at + i, run - 1)])
    }
    at = run
  }
  kept.push(chars.length)
  return { chars: folded, at: kept, text: folded.join("") }
}

const foldKnown = new Map(), RUN = new RegExp(`[${NUMERAL}]+`, "g")
function fold(text) { // of names, which many entries have; whole texts are not kept
  let known = foldKnown.get(text)
  if (known === undefined) {
    if (foldKnown.size > 20000) foldKnown.clear()
    foldKnown.set(text, known = foldedText(text))
  }
  return known
}

function foldedText(text) {
  let folded = ""
  for (let at = 0; at < text.length; at++) {
    const own = one(text.charCodeAt(at))
    if (own === null) return foldAt(text).text
    folded += own
  }
  return folded.replace(RUN, run => number([...run]))
}

const exact = text => text.normalize("NFKC").replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "").toLowerCase()

function length(text) { // in characters
  let size = text.length
  for (let at = 1; at < text.length; at++)
    if (text.charCodeAt(at) >> 10 === 0x37 && text.charCodeAt(at - 1) >> 10 === 0x36) size--
  return size
}

function bigrams(chars) {
  if (chars.length < 2) return chars.length ? [chars[0]] : []
  return chars.slice(0, -1).map((c, i) => c + chars[i + 1])
}

function pieces(chars) {
  const out = bigrams(chars).map((pair, i) => [i, pair])
  for (let i = 0; i + 1 < chars.length; i++) if (isKanji(chars[i]) && isKana(chars[i + 1])) out.push([i, chars[i]])
  return out
}

// How much the characters from start to end tell, soft saying which are hiragana.
function weight(soft, start, end) {
  let hiragana = 0
  for (let at = start; at < end; at++) if (soft[at]) hiragana++
  return hiragana >= end - start ? 0.15 : hiragana ? 0.6 : 1
}

function functionWords(chars) {
  const out = chars.map(() => false), text = chars.join("")
  if (text.length !== chars.length) return out
  for (const word of T.functions) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (!out.slice(at, at + word.length).some(Boolean)) out.fill(true, at, at + word.length)
    }
  }
  return out
}

function short(hiragana) {
  const out = []
  for (const char of hiragana) {
    const before = out.length ? VOWEL.get(out.at(-1)) ?? "" : ""
    if (char === "ー" || before && T.long[before].includes(char)) continue
    out.push(T.sound[char] ?? char)
  }
  return out.join("")
}

function kana(romaji) {
  let text = [...romaji.normalize("NFKC").toLowerCase()].map(c => T.macrons?.[c] ?? c).join("")
  text = text.replace(/[ \t\r\n\-_・]+/g, "")
  if (!/^[a-z0-9']*[a-z][a-z0-9']*$/.test(text)) return ""
  let out = ""
  for (let at = 0; at < text.length;) {
    const size = [4, 3, 2, 1].find(n => at + n <= text.length && Object.hasOwn(T.syllables ?? {}, text.slice(at, at + n)))
    const rest = text.slice(at)
    if (size) {
      out += T.syllables[text.slice(at, at + size)]
      at += size
    } else if (/^(n(?![aiueoy])|n'|m(?=[bpm]))/.test(rest)) {
      out += "ん"
      at += rest.startsWith("n'") || /^nn(?![aiueoy])/.test(rest) ? 2 : 1
    } else if (/^(([bcdfghjkprstwyz])\2|t(?=ch))/.test(rest)) {
      out += "っ"
      at++
    } else if (/[0-9]/.test(text[at])) out += text[at++]
    else if (out && /^([bcdfghjkmprstwyz]{1,2}|ny)$/.test(rest)) break
    else return ""
  }
  return out
}

function misses(query) {
  const size = length(query)
  return T.misses.reduce((most, [least, allowed]) => size >= least ? Math.max(most, allowed) : most, 0)
}

let rows = [new Uint16Array(256), new Uint16Array(256), new Uint16Array(256)]

function distance(query, name, part = false) {
  const q = [...query], n = [...name]
  if (n.length >= rows[0].length) rows = rows.map(() => new Uint16Array(2 * n.length))
  let [before, row, next] = rows
  for (let j = 0; j <= n.length; j++) row[j] = part ? 0 : j
  for (let i = 0; i < q.length; i++) {
    next[0] = i + 1
    for (let j = 0; j < n.length; j++) {
      let best = Math.min(row[j + 1] + 1, next[j] + 1, row[j] + (q[i] !== n[j] ? 1 : 0))
      if (i && j && q[i] === n[j - 1] && n[j] === q[i - 1] && q[i] !== n[j]) best = Math.min(best, before[j - 1] + 1)
      next[j + 1] = best
    }
    [before, row, next] = [row, next, before]
  }
  let least = row[n.length]
  if (part) for (let j = 0; j < n.length; j++) least = Math.min(least, row[j])
  return least
}

function marked(text, terms) {
  const chars = [...text], folded = foldAt(text), found = []
  for (const term of terms) {
    const t = [...term]
    for (let at = 0; t.length && at + t.length <= folded.chars.length; at++) {
      if (!t.every((c, i) => folded.chars[at + i] === c)) continue
      let end = folded.at[at + t.length]
      while (!KEPT.has(chars[end - 1]) && !fold(chars[end - 1])) end--
      found.push([folded.at[at], end])
    }
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const joined = []
  for (const [start, end] of found) {
    if (joined.length && start <= joined.at(-1)[1]) joined.at(-1)[1] = Math.max(joined.at(-1)[1], end)
    else joined.push([start, end])
  }
  return joined
}

// --- gunbai.search: .spelling, .words, .prepared and .scorer ------------------------------------------------------
const ONES = { "": 0, i: 1, ii: 2, iii: 3, iv: 4, v: 5, vi: 6, vii: 7, viii: 8, ix: 9 }

function variants(names) {
  const found = new Set()
  for (const name of names) {
    const written = exact(name), parts = written.split(/[・=\- \t\r\n]+/).filter(Boolean)
    if (parts.length > 1 && parts.length < 5)
      for (let i = 1; i < parts.length; i++) found.add(fold([...parts.slice(i), ...parts.slice(0, i)].join("")))
    const counted = written.replace(/(?<![a-z])(?=[ivx])(x{0,3})(ix|iv|v?i{0,3})(?![a-z])/g,
      (_, x, rest) => String(10 * x.length + ONES[rest]))
    if (counted !== written) found.add(fold(counted))
  }
  return found
}

// A name cut at spaces and marks, between scripts, and at a の between two of them.
const partsOf = text => (exact(text).replace(/(?<=[^ぁ-ゟ])の(?=[^ぁ-ゟ])/gu, " ")
  .match(/[々一-鿿]+|[ぁ-ゟ]+|[ァ-ヿｦ-ﾟ]+|[a-z]+|[0-9]+/gu) ?? []).map(fold).filter(Boolean)

// Whether the parts, in some order, make a bare name, or all of them are its halves turned round.
function arranged(asked, name) {
  if (length(asked.join("")) !== length(name)) return false
  if (length(name) >= C.turnedFrom && (name + name).includes(asked.join(""))) return true
  if (asked.length < 2 || asked.length > C.mostParts) return false
  const from = (left, rest) => left.length ? left.some((part, i) => rest.startsWith(part) && !left.slice(0, i).includes(part)
    && from([...left.slice(0, i), ...left.slice(i + 1)], rest.slice(part.length))) : !rest
  return from(asked, name)
}

function prepared(r) {
  const [id, game, badge, date, until, names, others, spoken, inTitle, numbers, question, answer, topic, tells, sort, touching] = r
  const spelled = names.map(n => [exact(n), fold(n)]), yomi = [...new Set(spoken.map(([y]) => fold(y)))]
  const heard = spelled.map(([, f]) => f).filter(f => f && [...f].every(isKana))
  return {
    id, game, badge, date, until, title: names[0], tells, bare: names.map(n => partsOf(n).join("")), question, answer, topic, sort, touching, titles: sort ? names.length : 1, said: sort ? spoken.map(([y]) => y) : [], plain: names, inTitle,
    names: spelled, others: others.map(n => [exact(n), fold(n)]), turned: variants(names),
    yomi, shorts: [...new Set([...yomi, ...heard].map(short))], numbers: numbers.map(fold),
    spoken: spoken.map(([y, n]) => [short(fold(y)), fold(typeof n === "number" ? names[n] ?? others[n - names.length] : n)]),
    questionFolded: foldedText(question), answerFolded: sort ? "" : foldedText(answer),
    front: [names[0], question].filter(Boolean).map(content),
  }
}

function wordOf(text) {
  const folded = foldAt(text), said = kana(text), pairs = content(text)
  const yomi = said ? fold(said) : folded.chars.length && folded.chars.every(isKana) ? folded.text : ""
  return { exact: exact(text), folded: folded.text, yomi, short: short(yomi), pairs: [...pairs], spans: spansOf(text, pairs), parts: partsOf(text) }
}

// The pieces of a text, each with what it tells.
function content(text) {
  const { chars, at } = foldAt(text), empty = functionWords(chars), found = new Map()
  const nothing = !empty.includes(false), soft = Array.from(text, isKana)
  for (const [i, piece] of pieces(chars)) {
    const size = length(piece), tells = size > 1 ? weight(soft, at[i], at[i + size]) : C.stem
    let idle = 0
    for (let k = i; k < i + size; k++) if (empty[k]) idle++
    found.set(piece, Math.max(found.get(piece) ?? 0, nothing ? tells : tells * (1 - idle / size)))
  }
  for (const [piece, tells] of found) if (!tells) found.delete(piece)
  return found
}

// The parts of a text that may be words with synonyms, longer ones first, each with its pieces.
function spansOf(text, pairs) {
  const original = [...text], { chars, at } = foldAt(text), cut = pieces(chars), found = new Map()
  for (let long = Math.min(C.longest, chars.length); long > 1; long--) {
    for (let start = 0; start + long <= chars.length; start++) {
      const own = chars.slice(start, start + long), part = own.join("")
      if (found.has(part) || own.every(isKana) && !alone(original, at[start], at[start + long])) continue
      const inside = cut.filter(([i, p]) => start <= i && i + length(p) <= start + long && pairs.has(p)).map(([, p]) => p)
      const end = start + long
      const edges = cut.filter(([i, p]) => i < start && start < i + length(p) || i < end && end < i + length(p)).map(([, p]) => p)
      if (inside.length) found.set(part, [part, inside, edges])
    }
  }
  return [...found.values()]
}

const scriptOf = char => char >= "ぁ" && char <= "ゟ" ? 1 : char >= "゠" && char <= "ヿ" || char >= "ｦ" && char <= "ﾟ" ? 2 : 0

function alone(text, start, end) {
  const begins = scriptOf(text[start - 1] ?? " ") !== scriptOf(text[start])
  const ends = scriptOf(text[end] ?? " ") !== scriptOf(text[end - 1])
  if (end - start <= C.shortWord || scriptOf(text[start]) !== scriptOf(text[end - 1])) return begins && ends
  return begins || scriptOf(text[start]) === 1
}

function joinedWord(words) {
  if (words.length === 1) return words[0]
  const yomi = words.every(w => w.yomi) ? words.map(w => w.yomi).join("") : "", pairs = new Map()
  for (const word of words) for (const [piece, tells] of word.pairs) pairs.set(piece, Math.max(pairs.get(piece) ?? 0, tells))
  return { exact: words.map(w => w.exact).join(" "), folded: words.map(w => w.folded).join(""), yomi, short: short(yomi),
    pairs: [...pairs], spans: [...new Map(words.flatMap(w => w.spans.map(span => [span[0], span]))).values()],
    parts: words.flatMap(w => w.parts) }
}

// What a word is worth in this index: each piece, and the words with synonyms around it, longest first.
function sense(word, terms) {
  const around = new Map(), edges = new Set(), found = []
  for (const [part, inside, cut] of word.spans) {
    const { df } = terms.get(`m${part}`)
    if (!df || tooCommon(df)) continue
    for (const piece of cut) edges.add(piece)
    for (const piece of inside) around.set(piece, [...around.get(piece) ?? [], part])
  }
  for (const [piece, tells] of word.pairs) {
    const parts = around.get(piece) ?? []
    const worth = tells * rarity(parts.length ? terms.get(`m${parts[0]}`).df : Math.max(terms.get(`t${piece}`).df, terms.get(`a${piece}`).df))
    found.push([piece, worth * (edges.has(piece) && !parts.length ? C.edge : 1), parts])
  }
  word.pieces = found
  word.every = found.reduce((sum, [, worth]) => sum + worth, 0)
  word.own = new Map(word.pairs)
}

const tooCommon = df => df > Math.max(C.common, INDEX.size / C.commonShare)

function rarity(df) {
  if (tooCommon(df)) return 0
  const worth = df ? Math.log(1 + INDEX.size / df) : Math.log(1 + INDEX.size) / 2
  return Math.floor(worth ** C.damp * 1000 + 0.5) / 1000
}

function coverage(word, doc, placed) {
  return word.pieces.map(([piece, worth, around]) => {
    const place = placed(`t${piece}`, doc.number)
    const meant = around.reduce((best, part) => Math.max(best, placed(`m${part}`, doc.number)), -1)
    if (place >= 0) {
      const value = worth * (meant >= 0 || !around.length ? 1 : C.stray)
      return [value, value * C.weights[place]]
    }
    return meant >= 0 ? [worth * C.meant, worth * C.meant * C.weights[meant]] : [0, 0]
  })
}

// For the entry as it is written, and for each other way in which it is asked beside that: what coverage tells, how
// much of the title or the question is asked for, and the share of the word that this way alone has.
function ways(word, doc, placed) {
  const shares = coverage(word, doc, placed), own = focus(word, doc, placed), { every } = word
  if (!every) return [[0, 0, own, 0]]
  const sum = i => shares.reduce((total, pair) => total + pair[i], 0)
  const found = [[sum(0) / every, sum(1) / every, own, 0]]
  const bits = word.pieces.map(([piece]) => doc.tells.length ? Math.max(placed(`a${piece}`, doc.number), 0) : 0)
  doc.tells.forEach((tells, number) => {
    let told = 0, within = 0, share = 0, covered = 0
    word.pieces.forEach(([piece, worth], i) => {
      const [base, placed] = shares[i]
      if (bits[i] >> number & 1) {
        told += word.own.get(piece)
        within += worth
        share += Math.max(base, worth)
        covered += Math.max(placed, worth * C.asked)
      } else {
        share += base
        covered += placed
      }
    })
    if (within) found.push([share / every, covered / every, Math.max(own, Math.min(told / tells, 1)), within / every])
  })
  return found
}

// How much of the title, or of the question, is asked for.
function focus(word, doc, placed) {
  let best = 0
  doc.front.forEach((front, i) => {
    let every = 0, told = 0
    for (const [piece, tells] of front) {
      every += tells
      if (word.own.has(piece)) told += tells
    }
    const meant = new Set(word.pieces.filter(([piece, , around]) => around.length && !front.has(piece)
      && placed(`m${around[0]}`, doc.number) === C.front[i]).map(([, , around]) => around[0]))
    if (every) best = Math.max(best, Math.min(told + meant.size, every) / every)
  })
  return best
}

const most = (values, least = 0) => values.reduce((a, b) => Math.max(a, b), least)

function strength(word, doc, placed) {
  if (!word.folded) return 0
  const other = length(word.folded) > 1 ? named(word, doc.others, 0) - C.other : 0
  const best = Math.max(identified(word, doc), named(word, doc.names, doc.titles), other, said(word, doc),
    written(word, doc, placed), nearly(word, doc))
  const title = best > 0 && inTitle(word, doc) ? C.title : 0, size = length(word.folded), page = doc.sort ? C.page : 1
  const inside = most(doc.names.filter(([, f]) => length(f) > 1 && word.folded.includes(f)).map(([, f]) => length(f)))
  let found = 0
  for (const [share, covered, focus, within] of ways(word, doc, placed)) {
    if (best > 0) found = Math.max(found, best + C.sharpen * covered + C.focusNamed * focus + title)
    else if (share >= C.enough && size > 1)
      found = Math.max(found, (C.covered * covered + C.focus * focus + C.wholeName * inside / size) * page)
    if (within >= C.askedWhole && size > 1) found = Math.max(found, C.askedBest * within + C.askedFocus * focus)
  }
  return found
}

function inTitle(word, doc) {
  if (doc.names[0][1].includes(word.folded)) return true
  return !!word.short && doc.yomi.slice(0, doc.inTitle).some(y => short(y).includes(word.short))
}

function identified(word, doc) {
  if (word.exact === doc.id) return C.id
  if (doc.numbers.includes(word.folded)) return C.number + (doc.sort ? C.own : 0)
  return word.exact.includes("-") && !doc.sort && doc.id.startsWith(word.exact) ? C.prefix : 0
}

function named(word, names, titles) {
  let best = 0
  names.forEach(([exactly, folded], position) => {
    if (!folded.includes(word.folded) && (!word.exact || !exactly.includes(word.exact))) return
    const tier = word.folded === folded ? C.equal : folded.startsWith(word.folded) || exactly.startsWith(word.exact) ? C.prefix : C.part
    const near = tier === C.equal && position ? position < titles ? C.aliased : 0
      : position < titles ? 10 : 8 * length(word.folded) / length(folded)
    best = Math.max(best, tier - (exactly.includes(word.exact) ? 0 : C.folded) + near)
  })
  return best
}

function tier(query, yomi) {
  if (!yomi.includes(query)) return 0
  if (query === yomi) return C.yomiEqual
  return (yomi.startsWith(query) ? C.yomiPrefix : C.yomiPart) + 8 * length(query) / length(yomi)
}

// A name with its parts in another order is that name.
function turnedName(word, doc) {
  if (length(word.folded) < 2) return 0
  const near = doc.bare.map((name, i) => doc.names[i][1] !== word.folded && arranged(word.parts, name) ? i < doc.titles ? 10 : 8 : 0)
  const best = most(near) || (doc.turned.has(word.folded) ? 8 : 0)
  return best ? C.turned + best + (doc.sort ? C.own : 0) : 0
}

function said(word, doc) {
  const turned = turnedName(word, doc)
  if (!word.yomi) return turned
  const loose = word.short ? most(doc.shorts.map(y => tier(word.short, y))) - C.short : 0
  const own = doc.sort && word.short && doc.shorts.includes(word.short) ? C.own : 0
  return Math.max(turned, loose, most(doc.yomi.map(y => tier(word.yomi, y)))) + own
}

function written(word, doc, placed) {
  if (length(word.folded) < 2) return 0
  const meant = placed(`m${word.folded}`, doc.number)
  const told = doc.questionFolded.includes(word.folded) ? C.question : doc.answerFolded.includes(word.folded) ? C.answer : 0
  return Math.max(told, C.synonym[meant] ?? 0)
}

function near(query, name, part) {
  const allowed = part ? misses(query) : Math.min(misses(query), 1), q = length(query), n = length(name)
  if (!allowed || n + allowed < q) return 0
  let strange = 0 // each character that is nowhere in the name is at least one that is wrong
  for (const char of query) if (!name.includes(char) && ++strange > allowed) return 0
  if (Math.abs(n - q) <= allowed) {
    const wrong = distance(query, name)
    if (wrong <= allowed) return C.nearlyWhole - C.miss * wrong
  }
  if (!part || q < C.nearlyFrom || n < q - allowed + 1) return 0
  const wrong = distance(query, name, true)
  return wrong <= allowed ? C.nearly - C.miss * wrong + 8 * q / Math.max(n, q) : 0
}

function nearly(word, doc) {
  let best = most(doc.names.map(([e, f], i) => Math.max(near(word.folded, f, i > 0 || !!doc.sort),
    length(e) !== length(f) ? near(word.exact, e, i > 0 || !!doc.sort) : 0)))
  if (word.yomi) best = Math.max(best, most(doc.shorts.map(y => near(word.short, y, true))) - C.yomiNearly)
  return Math.max(best + (doc.sort && best > C.nearly ? C.own : 0), 0)
}

function score(words, whole, doc, placed) {
  let total = strength(whole, doc, placed)
  if (words.length > 1) { // every word is to be answered: one that is met by far the best does not make up for the others
    const even = words.reduce((sum, w) => sum + Math.sqrt(strength(w, doc, placed)), 0) / words.length
    total = Math.max(total, C.apart * even * even)
  }
  return total ? Math.max(Math.floor((total - (doc.until ? C.ended : 0)) * 10 + 0.5) / 10, 0) : 0
}

function termsOf(words, whole, doc) {
  const names = doc.names.slice(1).map(([, f]) => f), found = new Set()
  for (const word of new Set([whole, ...words])) {
    if ([doc.names[0][1], doc.questionFolded, doc.answerFolded].some(t => t.includes(word.folded))) found.add(word.folded)
    if (word.short) for (const [yomi, name] of doc.spoken) if (yomi.includes(word.short)) found.add(name)
    for (const n of names) if (length(n) > 1 && word.folded.includes(n)) found.add(n)
    if (found.size) continue
    for (const n of names) if (near(word.folded, n, true)) found.add(n)
    if (word.short) for (const [yomi, name] of doc.spoken) if (near(word.short, yomi, true)) found.add(name)
  }
  if (!found.size) for (const [piece, tells] of whole.pairs) if (tells > C.telling) found.add(piece)
  found.delete("")
  return [...found]
}

// --- gunbai.search.lanes: what is asked ---------------------------------------------------------------------------
function edged(lane, chars) {
  const pairs = bigrams(chars)
  if (!pairs.length) return []
  return [...new Set(pairs)].map(p => lane + p)
    .concat(`${lane}^${chars.slice(0, 2).join("")}`, `${lane}$${chars.slice(-2).join("")}`)
}

function asked(word) {
  const chars = [...word.folded]
  return {
    "=": [...new Set([word.folded, word.short])].filter(Boolean).map(t => `=${t}`), n: edged("n", chars),
    y: edged("y", [...word.short]), 1: chars.length === 1 ? [`1${word.folded}`] : word.alone ?? [], t: word.pairs.map(([p]) => `t${p}`),
    m: word.spans.map(([part]) => `m${part}`), a: word.pairs.map(([p]) => `a${p}`),
  }
}

// --- The files ----------------------------------------------------------------------------------------------------
const utf8 = new TextEncoder(), text8 = new TextDecoder(), LINE_END = 10, files = new Map(), blocks = new Map(), termsKnown = new Map(), docsKnown = new Map()
const MOST_FILES = 4000, MOST_BLOCKS = 300, MOST_TERMS = 2000, MOST_DOCS = 2000

// Keep a value, and of older ones no more than so many.
function keep(known, most, name, value) {
  if (known.size >= most) known.delete(known.keys().next().value)
  known.set(name, value)
  return value
}

function fetched(name, read, known = files, most = MOST_FILES) {
  if (!known.has(name)) {
    const made = (self.handed?.(name) ?? fetch(new URL(INDEX.at + name, self.location))).then(answer => {
      if (!answer.ok) throw new Error(`${answer.status} ${name}`)
      return read(answer)
    })
    made.catch(() => known.delete(name))
    keep(known, most, name, made)
  }
  return known.get(name)
}

const bytesOf = async answer => new Uint8Array(await answer.arrayBuffer())
const shard = n => fetched(`${n}.bin`, bytesOf)

// One line of a block: the others are not read, since of most blocks a query asks one entry.
async function record(number) {
  const n = Math.floor(number / INDEX.block), bytes = await fetched(`r${n}.json`, bytesOf, blocks, MOST_BLOCKS)
  let start = 0
  for (let line = number % INDEX.block; line; line--) start = bytes.indexOf(LINE_END, start) + 1
  return JSON.parse(text8.decode(bytes.subarray(start + 1, bytes.indexOf(LINE_END, start))))
}

const facets = () => fetched("facets.json", answer => answer.json().then(f => {
  for (const [name, runs] of Object.entries(f.of)) {
    const column = new Uint32Array(INDEX.size)
    for (let i = 0, at = 0; i < runs.length; i += 2) column.fill(runs[i], at, at += runs[i + 1])
    f.of[name] = column
  }
  return f
}))

let at = 0 // where leb reads
function leb(bytes) {
  let byte = bytes[at++], value = byte & 127
  for (let shift = 128; byte > 127; shift *= 128) {
    byte = bytes[at++]
    value += (byte & 127) * shift
  }
  return value
}

let written8 = new Uint8Array(256) // what utf8Of has written
function utf8Of(text) {
  if (3 * text.length > written8.length) written8 = new Uint8Array(6 * text.length)
  return utf8.encodeInto(text, written8).written
}

// A term among the bytes of a shard; the others are passed over.
function termIn(bytes, term) {
  const wanted = utf8Of(term)
  for (at = 0; at < bytes.length;) {
    const size = leb(bytes), start = at
    at += size
    const df = leb(bytes), long = leb(bytes), body = at
    at += long
    if (size !== wanted) continue
    let same = 0
    while (same < size && bytes[start + same] === written8[same]) same++
    if (same === size) return { df, bits: term.startsWith("a") ? 8 : 3, bytes, from: body, listed: long > 0 }
  }
  return NONE
}

// The entries of a term, and where each has it: always in the same two columns, as nothing may be kept of them.
let docsOf = new Uint32Array(1024), placesIn = new Uint8Array(1024)
function decoded({ df, bits, bytes, from, listed }) {
  if (!listed) return 0
  if (df > docsOf.length) [docsOf, placesIn] = [new Uint32Array(2 * df), new Uint8Array(2 * df)]
  const mask = (1 << bits) - 1
  for (let i = 0, number = -1; i < df; i++) {
    let byte = bytes[from++], value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) value |= ((byte = bytes[from++]) & 127) << shift
    docsOf[i] = number += value >>> bits
    placesIn[i] = value & mask
  }
  return df
}

// The entries of some terms.
function entriesOf(terms) {
  const found = new Set()
  for (const term of terms.values()) for (let i = decoded(term) - 1; i >= 0; i--) found.add(docsOf[i])
  return found
}

// Where the terms of texts stand in these entries: a function of term and number, -1 where one is not there.
const columnOf = new Uint16Array(INDEX.size) // all 0 between queries
function placesOf(terms, numbers) {
  const width = numbers.length, rows = new Map(), column = new Map(numbers.map((number, i) => [number, i]))
  const table = new Int16Array(width * terms.size).fill(-1)
  numbers.forEach((number, i) => columnOf[number] = i + 1)
  for (const [key, term] of terms) {
    if (!"tma".includes(key[0])) continue
    const row = rows.size * width - 1, count = decoded(term)
    rows.set(key, row + 1)
    for (let i = 0; i < count; i++) if (columnOf[docsOf[i]]) table[row + columnOf[docsOf[i]]] = placesIn[i]
  }
  for (const number of numbers) columnOf[number] = 0
  return (key, number) => rows.has(key) ? table[rows.get(key) + column.get(number)] : -1
}

function placeOf(key) {
  const size = utf8Of(key)
  let value = 0x811c9dc5
  for (let i = 0; i < size; i++) value = Math.imul(value ^ written8[i], 0x01000193) >>> 0
  return value % INDEX.shards
}

const NONE = { df: 0, bits: 3, bytes: new Uint8Array(0), from: 0, listed: false }
const shardKey = term => [...term.slice(1).replace(/^[$^]+/, "")].slice(0, 2).join("")

const termKnown = async term => {
  let known = termsKnown.get(term)
  if (!known) {
    known = keep(termsKnown, MOST_TERMS, term, termIn(await shard(placeOf(shardKey(term))), term))
  }
  return known
}

// The kanji of a short word of which no name has a pair: where one character is wrong, names are known by the others.
function kanjiOf(word, terms) {
  const chars = [...word.folded]
  if (chars.length > MOST_ALONE || !misses(word.folded)) return []
  const strange = bigrams(chars).filter(p => !terms.get(`n${p}`).df)
  return [...new Set(strange.flatMap(p => [...p]).filter(isKanji))].map(c => `1${c}`)
}

async function found(terms) {
  const wanted = [...new Set(terms)], known = await Promise.all(wanted.map(termKnown))
  return new Map(wanted.map((term, i) => [term, known[i]]))
}

// --- Queries ------------------------------------------------------------------------------------------------------
const FIELDS = ["game", "badge", "kind", "topic", "document", "card", "date", "id"]
const FIELD = /^([a-z_]+)[:：](\S+)$/

function parsedQuery(text) {
  const fields = [], words = []
  for (const word of text.slice(0, 300).split(/\s+/u).filter(Boolean)) {
    const match = FIELD.exec(word)
    if (!match) words.push(word)
    else if (!FIELDS.includes(match[1])) return { error: `「${match[1]}:」という項目は無い（${FIELDS.join("、")}）` }
    else if (match[1] === "date" && !match[2].split("..").filter(Boolean).every(d => /^\d{4}(-\d\d(-\d\d)?)?$/.test(d)))
      return { error: `日付は 2009、2009-09、2009-09-18、2008..2010 の形で書く: ${match[2]}` }
    else fields.push([match[1], match[2]])
  }
  const made = words.slice(0, 20).map(wordOf).filter(w => w.folded)
  return { words: made, whole: made.length ? joinedWord(made) : undefined, fields }
}

// Whether an entry passes all fields: any value of each.
async function filter(fields) {
  if (!fields.length) return () => true
  const f = await facets(), tests = []
  for (const name of new Set(fields.map(([n]) => n))) {
    const values = fields.filter(([n]) => n === name).map(([, v]) => v)
    if (name === "card") {
      const bearing = entriesOf(await found(values.map(v => `=${fold(v)}`)))
      tests.push(number => bearing.has(number))
    } else if (name === "date") {
      const good = f.dates.map(date => values.some(value => {
        const [start, end] = value.split("..")
        return value.includes("..") ? (date || "-") >= (start || "0") && (date || "-") <= `${end || "9"}~` : date.startsWith(start)
      }))
      tests.push(number => good[f.of.date[number]])
    } else if (name === "id") {
      const bearing = entriesOf(await found(values.map(v => `=${fold(v)}`)))
      tests.push(number => bearing.has(number))
    } else {
      const wanted = values.map(v => name === "document" ? exact(v) : fold(name === "badge" ? INDEX.badgeWords[fold(v)] ?? v : v))
      const good = f[name].map(row => row.some(w => wanted.includes(w)))
      tests.push(number => good[f.of[name][number]])
    }
  }
  return number => tests.every(test => test(number))
}

const FIRST = { "=": 1000, n: 400, y: 350, 1: 300, t: 230 }
const MOST_ALONE = 6, CANDIDATES = 16, TEXTS = 12, LIMIT = 10, FRONT = 2

// The first choice: which entries may be best, from the postings alone.
// Some are chosen by their texts alone, since likeness to parts of many names may weigh more than an answer.
const sums = new Float64Array(INDEX.size), texts = new Float64Array(INDEX.size) // all 0 between queries
const stamps = new Uint32Array(INDEX.size)
let stamp = 0
function candidates(query, terms, passes, count) {
  const touched = []
  const add = (number, value) => {
    if (!sums[number]) touched.push(number)
    sums[number] += value
  }
  const tell = (number, value) => {
    add(number, value)
    texts[number] += value
  }
  const words = query.words.length > 1 ? [query.whole, ...query.words] : query.words
  for (const word of words) {
    const share = word === query.whole ? 1 : 1 / query.words.length
    for (const [lane, asks] of Object.entries(asked(word))) {
      if (lane === "t" || lane === "m" || lane === "a") continue
      const worth = asks.map(a => lane === "=" ? 1 : rarity(terms.get(a).df))
      const every = lane === "=" ? 1 : worth.reduce((a, b) => a + b, 0)
      asks.forEach((a, i) => {
        if (!worth[i]) return
        const count = decoded(terms.get(a)), value = share * FIRST[lane] * worth[i] / every
        for (let k = 0; k < count; k++) add(docsOf[k], value * (1 + 0.05 * placesIn[k]))
      })
    }
    for (const [piece, worth, around] of word.every ? word.pieces : []) {
      if (!worth) continue
      stamp++
      const value = share * FIRST.t * worth / word.every
      const from = (term, factor, fixed) => {
        const count = decoded(term)
        for (let k = 0; k < count; k++) {
          if (stamps[docsOf[k]] === stamp) continue
          stamps[docsOf[k]] = stamp
          tell(docsOf[k], value * factor * (fixed ?? C.weights[placesIn[k]]))
        }
      }
      from(terms.get(`t${piece}`), 1)
      from(terms.get(`a${piece}`), 1, C.asked)
      for (const part of around) from(terms.get(`m${part}`), C.meant)
    }
    const whole = terms.get(`m${word.folded}`)
    if (whole && !tooCommon(whole.df)) {
      const count = decoded(whole)
      for (let k = 0; k < count; k++) tell(docsOf[k], share * C.synonym[placesIn[k]])
    }
  }
  const best = (by, most) => {
    const chosen = [], isBetter = (a, b) => by[a] > by[b] || by[a] === by[b] && a < b
    for (const number of touched) {
      if (!by[number] || chosen.length === most && !isBetter(number, chosen[most - 1]) || !passes(number)) continue
      let place = chosen.length - (chosen.length === most)
      chosen.length = place
      while (place && isBetter(number, chosen[place - 1])) place--
      chosen.splice(place, 0, number)
    }
    return chosen
  }
  const found = [...new Set([...best(sums, count), ...best(texts, TEXTS)])]
  for (const number of touched) sums[number] = texts[number] = 0
  return found
}

// Roman syllables are read only where Roman letters are asked for.
const romanToo = async () => { if (!T.syllables) Object.assign(T, await fetched("roman.json", answer => answer.json())) }

let searches = 0

async function search(text, limit = LIMIT, early = () => {}) {
  if (/[a-z]/i.test(text.normalize("NFKC"))) await romanToo()
  const query = parsedQuery(text)
  if (query.error || !query.whole && !query.fields.length) return { hits: [], near: [], error: query.error ?? "" }
  const passes = await filter(query.fields)
  if (!query.whole) {
    const numbers = []
    for (let n = 0; n < INDEX.size && numbers.length < limit; n++) if (passes(n)) numbers.push(n)
    return { hits: (await documents(numbers)).map(doc => ({ doc, score: 1, terms: [] })), near: [] }
  }
  const words = [...new Set([query.whole, ...query.words])]
  const terms = await found(words.flatMap(w => Object.values(asked(w)).flat()))
  for (const word of words) {
    sense(word, terms)
    word.alone = kanjiOf(word, terms)
  }
  for (const [term, known] of await found(words.flatMap(w => w.alone))) terms.set(term, known)
  const numbers = candidates(query, terms, passes, Math.max(limit, CANDIDATES)), placed = placesOf(terms, numbers)
  const ranked = docs => docs.map(doc => ({ doc, score: score(query.words, query.whole, doc, placed) }))
    .filter(hit => hit.score > 0).sort((a, b) => b.score - a.score || a.doc.number - b.doc.number)
    .map(hit => ({ ...hit, terms: termsOf(query.words, query.whole, hit.doc) }))
  if (searches++) documents(numbers).catch(() => {}) // at the first query the front goes first; later nothing waits for it
  if (numbers.length > FRONT) {
    const front = ranked(await documents(numbers.slice(0, FRONT)))
    if (front.length) early({ hits: front, near: [] })
  }
  const docs = await documents(numbers), hits = ranked(docs)
  return { hits: hits.slice(0, limit), near: hits.length ? [] : nearest(query.whole.folded, docs) }
}

async function document(number) {
  let known = docsKnown.get(number)
  if (!known) {
    known = keep(docsKnown, MOST_DOCS, number, { ...prepared(await record(number)), number })
  }
  return known
}

const documents = numbers => Promise.all(numbers.map(document))

function nearest(folded, docs) {
  const names = new Map()
  for (const doc of docs) doc.names.forEach(([, f], i) => f && names.set(doc.plain[i], distance(folded, f) / Math.max(length(f), length(folded))))
  return [...names].sort((a, b) => a[1] - b[1]).filter(([, d]) => d < 0.8).slice(0, 3).map(([name]) => name)
}

// --- Messages -----------------------------------------------------------------------------------------------------
const escaped = text => text.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c])
const BADGE_CLASS = ["publisher", "author", "player", "inferred", "open"]

function lit(text, terms) {
  const chars = [...text]
  let out = "", done = 0
  for (const [start, end] of marked(text, terms)) {
    out += `${escaped(chars.slice(done, start).join(""))}<mark>${escaped(chars.slice(start, end).join(""))}</mark>`
    done = end
  }
  return out + escaped(chars.slice(done).join(""))
}

function item({ doc, score: value, terms }) {
  const [game, gameTitle] = INDEX.games[doc.game], badge = C.badges[doc.badge]
  const seen = terms.length ? doc.plain.slice(1).filter(n => !doc.title.includes(n) && !doc.question.includes(n) && !doc.answer.includes(n) && terms.includes(fold(n))) : []
  const about = (doc.sort ? [
    `<span class="gb-kind">${escaped(doc.sort)}</span>`, escaped(gameTitle),
    doc.said.length && `<span class="gb-yomi">${escaped(doc.said.join("・"))}</span>`,
    ...seen.slice(0, 2).map(n => lit(n, terms)), `裁定${doc.touching}件`,
  ] : [
    `<span class="gb-badge gb-badge--${BADGE_CLASS[doc.badge]}">${escaped(badge)}</span>`, escaped(gameTitle),
    doc.date && `<time>${escaped(doc.date)}</time>`, doc.until && `${escaped(doc.until)} まで`,
    ...seen.slice(0, 2).map(n => lit(n, terms))]).filter(Boolean).join(" ")
  return {
    location: doc.sort ? `${doc.id}/` : `${game}/${doc.id}/`, title: lit(doc.title, terms), score: value, terms: {},
    id: doc.id, text: `<p class="gb-hit">${about}</p>${doc.answer && `<p>${lit(doc.answer, terms)}</p>`}`, game,
    badge: doc.badge, date: doc.date, question: doc.question, cards: doc.sort ? [doc.title] : doc.plain.slice(1),
  }
}

let last = 0
async function answer({ q, limit = LIMIT, own }) {
  const turn = ++last
  const tell = (result, partial) => {
    if (turn !== last) return
    const items = result.hits.map(item)
    self.postMessage(own ? { type: 3, data: { q, items, near: result.near, error: result.error ?? "", partial } }
      : { type: 3, data: { items: items.map(i => [i]) } })
  }
  try {
    tell(await search(q, limit, front => tell(front, true)), false)
  } catch (error) {
    tell({ hits: [], near: [], error: "索引を読めなかった。つながっているかを確かめて、もう一度。", trouble: String(error) }, false)
  }
}

self.addEventListener("message", ({ data: message }) => {
  if (message.type === 0) self.postMessage({ type: 1 })
  else if (message.type === 2) answer(typeof message.data === "string" ? { q: message.data } : message.data)
})
self.ready?.(INDEX)
})(globalThis.gbSearchHost ?? self)
