import type { RevisionWire, WireStep } from '../../../console/wires/align-wires.js'
import { formatLine } from '../../output/format-line.js'

/** Prints each step once for all revisions in which it is the same. */
export function* formatWires(steps: readonly WireStep[], wires: readonly RevisionWire[]): Generator<string, void> {
  for (const { title, texts } of steps) {
    yield formatLine(title)
    const byText = new Map<string, string[]>()
    for (const { revision } of wires) {
      const text = texts.get(revision)
      if (text !== undefined) byText.set(text, [...(byText.get(text) ?? []), revision])
    }
    for (const [text, revisions] of byText) {
      yield `  ${revisions.join('  ')}`
      for (const line of text.split('\n')) yield `    ${formatLine(line)}`
    }
    yield ''
  }
  for (const { revision, error } of wires) if (error !== undefined) yield formatLine(`${revision} failed: ${error}`)
}
