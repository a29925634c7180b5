import { decode } from '@jridgewell/sourcemap-codec'
import { minifySync } from 'rolldown/utils'

/** Node prints the whole line that an uncaught error was thrown in, before the error. */
const lineLength = 160

/**
 * Minifies a module, or a script if `options` say so, and breaks it into lines of about this length. A line may end after `;` and `{`
 * wherever something begins: what the code means stays, which after `}` it would not do in a template.
 */
export function minifyToLines(fileName, text, options) {
  const { code, map } = minifySync(fileName, text, { module: true, ...options, sourcemap: true })
  const begins = decode(map.mappings)
  const lines = code.split('\n').map((line, index) => breakLine(line, begins[index] ?? []))
  return lines.join('\n')
}

function breakLine(line, begins) {
  let text = ''
  let from = 0
  for (const [start] of begins) {
    if (start - from < lineLength || !';{'.includes(line[start - 1])) continue
    text += `${line.slice(from, start)}\n`
    from = start
  }
  return text + line.slice(from)
}
