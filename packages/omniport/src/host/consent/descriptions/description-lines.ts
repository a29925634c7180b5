import type { DescriptionLine } from './description.js'
import { visibleText } from './visible-text.js'

/** Lines of a text by others; only the first line has the label. */
export function untrusted(label: string, text: string): readonly DescriptionLine[] {
  return text.split(/\r?\n/).map((line, index) => ({
    label: index === 0 ? label : '',
    text: visibleText(line),
    isUntrusted: true,
  }))
}

/** Lines of a value by others, as indented JSON. */
export function untrustedJson(label: string, value: unknown): readonly DescriptionLine[] {
  return untrusted(label, JSON.stringify(value, null, 2) ?? 'nothing')
}

/** A line by this library or its user. */
export function trusted(label: string, text: string): readonly DescriptionLine[] {
  return [{ label, text: visibleText(text), isUntrusted: false }]
}
