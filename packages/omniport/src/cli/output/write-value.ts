import type { Io } from '../process/io.js'
import { formatValue } from './format-value.js'
import { type OutputOptions, writeResult } from './write-result.js'

/** Prints a value that has no text of its own: people get its members. */
export async function writeValue(value: unknown, options: OutputOptions, io: Io): Promise<void> {
  await writeResult({ value, toText: (page) => formatValue(value, page) }, options, io)
}
