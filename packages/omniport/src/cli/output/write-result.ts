import type { RunOptions } from '../command-line/invocation.js'
import type { Io } from '../process/io.js'
import { formatJson } from './format-json.js'
import { createStyle, type Page } from './style.js'

/** What came of a verb, as data and as text for people. */
export interface VerbResult {
  readonly value: unknown
  /** Lines, without the last line break. Text of a server in them is made harmless. */
  readonly toText: (page: Page) => string
}

export type OutputOptions = Pick<RunOptions, 'json' | 'text' | 'color'>

/**
 * Prints a result: with `--json` in the envelope, at a terminal or with `--text` for people, and else as it is, on one line of
 * JSON.
 */
export async function writeResult({ value, toText }: VerbResult, options: OutputOptions, io: Io): Promise<void> {
  if (options.json === true) return io.stdout(`${formatJson(toEnvelope({ result: value }, io))}\n`)
  if (!isPrinted(options, io)) return io.stdout(`${formatJson(value)}\n`)
  const text = toText(pageOf(options, io))
  await io.stdout(text === '' ? '' : `${text}\n`)
}

/** Whether results are printed for people. */
export function isPrinted({ json, text }: OutputOptions, { isTerminal }: Pick<Io, 'isTerminal'>): boolean {
  return json !== true && (text === true || isTerminal)
}

/** The one form of `--json`: a result or an error, and the warnings that came before. */
export interface Envelope {
  readonly result?: unknown
  readonly error?: object | undefined
}

export function toEnvelope(envelope: Envelope, { warnings }: Pick<Io, 'warnings'>): object {
  return warnings.length === 0 ? envelope : { ...envelope, warnings: [...warnings] }
}

function pageOf(options: OutputOptions, io: Io): Page {
  const { env, isTerminal, columns = 80 } = io
  return { columns, style: createStyle({ env, isTerminal, options }) }
}
