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
