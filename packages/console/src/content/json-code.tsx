import { cleanText } from '../elements/clean-text.js'
import { jsonTokens } from '../json/json-tokens.js'

/** Characters that get colours: more is shown plain. */
const maxColoured = 20_000
const maxShown = 200_000

/** JSON text as it is, with colours. */
export function JsonCode({ text, label }: { readonly text: string; readonly label: string }) {
  const shown = cleanText(text.slice(0, maxShown))
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      {shown.length > maxColoured
        ? shown
        : jsonTokens(shown).map(({ kind, text }) => (kind === 'mark' ? text : <span class={kind}>{text}</span>))}
      {text.length > maxShown && `\n… ${text.length - maxShown} more characters`}
    </pre>
  )
}
