import { isSecretName } from '../audit/is-secret-name.js'

/** The words of a command with `***` for values of flags that are named like a secret: of `--token=x`, and after `--token`. */
export function redactFlags(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    const [, flag = '', name = ''] = /^(--?([\w-]+)=)./s.exec(word) ?? []
    if (isSecretName(name)) return `${flag}***`
    const before = words[index - 1] ?? ''
    const isValue = /^--?[\w-]+$/.test(before) && isSecretName(before) && !word.startsWith('-')
    return isValue ? '***' : word
  })
}
