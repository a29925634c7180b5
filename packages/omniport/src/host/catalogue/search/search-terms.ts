/**
 * The terms a text is found by: its words in lower case, without accents, and without most English endings. `createIssue`,
 * `create_issue` and `create-issue` come to the same; what people write as one word, like `GitHub`, is a term as well. Of
 * scripts that do not part words, every two neighbouring characters are one.
 */
export function searchTerms(text: string): string[] {
  const terms: string[] = []
  for (const word of plain(text).match(words) ?? []) {
    const cut = word.slice(0, maxWordLength)
    const parts = cut.match(partsOfWord) ?? []
    if (parts.length > 1) terms.push(cut.toLowerCase())
    for (const part of parts) terms.push(...termsOf(part))
  }
  return terms
}

/** Characters of a term at most; what is longer is no word. */
export const maxWordLength = 40

function plain(text: string): string {
  return isAscii.test(text) ? text : text.normalize('NFD').replace(accents, '').normalize('NFKC')
}

function termsOf(part: string): readonly string[] {
  if (!unparted.test(part)) return [stemWord(part.toLowerCase())]
  const characters = [...part]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Latin, Greek and Cyrillic ones; in other scripts such marks make another letter. */
const accents = /[\u0300-\u036f]/g
const words = /[\p{L}\p{M}\p{N}]+/gu
const partsOfWord = /[\p{Lu}\p{Lt}]+(?!\p{Ll})|[\p{Lu}\p{Lt}]?\p{Ll}[\p{Ll}\p{M}]*|[\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu
const unparted =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
const isAscii = /^[\x00-\x7f]*$/

/**
 * An English word in lower case without the ending that its form gives it, so that `repositories`, `creating` and `merged` are
 * found as `repository`, `create` and `merge`. What comes out need not be a word.
 */
export function stemWord(word: string): string {
  if (!isEnglish.test(word)) return word
  const singular = withoutPlural(word)
  const [verb = singular] = verbForm.exec(singular)?.slice(1) ?? []
  const base = verb === singular || verb.length < 4 ? verb : verb.replace(doubled, '$1')
  return base.length > 4 ? base.replace(/e$/, '') : base
}

function withoutPlural(word: string): string {
  if (noPlural.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return esPlural.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}

const isEnglish = /^[a-z]{4,}$/
const noPlural = /(?:[^s]|ss|us|is)$/
const esPlural = /(?:ch|sh|ss|x|z)es$/
/** What is left without its ending has a vowel: `string` is no form of `str`. */
const verbForm = /^([a-z]*[aeiouy][a-z]*[a-z])(?:ing|ed)$/
const doubled = /([bdfgmnprt])\1$/
