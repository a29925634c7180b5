import type { DescriptionLine } from './description.js'
import { visibleText } from './visible-text.js'

/** What others wrote: as many lines as it has, all but the first without a label. */
export function untrusted(label: string, text: string): readonly DescriptionLine[] {
  return text.split(/\r?\n/).map((line, index) => ({
    label: index === 0 ? label : '',
    text: visibleText(line),
    isUntrusted: true,
  }))
}

/** What others wrote, as JSON on as many lines as that is easy to read on. */
export function untrustedJson(label: string, value: unknown): readonly DescriptionLine[] {
  return untrusted(label, JSON.stringify(value, null, 2) ?? 'nothing')
}

/** What this library says, or the person who set it up. */
export function trusted(label: string, text: string): readonly DescriptionLine[] {
  return [{ label, text: visibleText(text), isUntrusted: false }]
}
