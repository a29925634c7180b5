/**
 * Splits a text into search terms: its words in lower case, without accents and without most English endings. `createIssue`,
 * `create_issue` and `create-issue` give the same terms; a compound such as `GitHub` is also a term as a whole. In scripts
 * without spaces, each pair of neighbouring characters is a term.
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

/** Limit of a word's characters; longer strings are not words. */
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

/** Accents of Latin, Greek and Cyrillic; in other scripts such marks make different letters. */
const accents = /[\u0300-\u036f]/g
const words = /[\p{L}\p{M}\p{N}]+/gu
const partsOfWord = /[\p{Lu}\p{Lt}]+(?!\p{Ll})|[\p{Lu}\p{Lt}]?\p{Ll}[\p{Ll}\p{M}]*|[\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu
const unparted =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
const isAscii = /^[\x00-\x7f]*$/

/**
 * Removes the ending of an English word in lower case, so that `repositories`, `creating` and `merged` match `repository`,
 * `create` and `merge`. The stem need not be a word.
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
/** The stem must have a vowel: `string` is not a form of `str`. */
const verbForm = /^([a-z]*[aeiouy][a-z]*[a-z])(?:ing|ed)$/
const doubled = /([bdfgmnprt])\1$/
