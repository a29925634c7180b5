import type { RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import { writeValue } from '../../output/write-value.js'
import type { Io } from '../../process/io.js'
import { Summary } from '../../tap/output/summary.js'
import { openRecording, type RecordingFile } from '../file/open-recording.js'
import { writeReport } from './write-report.js'

/** The options that only `view` has. */
export interface ViewFlags {
  /** The report to write. */
  readonly html?: string | undefined
}

/**
 * `view <recording>` prints what was said, a line for each message. With `--json` it prints a summary, and with `--html` it writes
 * a report: the recording and its viewer in one file.
 */
export async function viewCommand(
  {
    files,
    flags,
    options,
  }: { readonly files: readonly string[]; readonly flags: ViewFlags; readonly options: RunOptions },
  io: Io,
): Promise<number> {
  const [name, ...rest] = files
  if (name === undefined) throw new CliError('usage', 'view: say which recording: omniport view recording.jsonl')
  if (rest.length > 0) throw new CliError('usage', `view takes one recording, got "${rest[0]}" as well`)
  const file = await openRecording('view', name, io)
  try {
    if (flags.html !== undefined)
      await writeValue({ html: await writeReport(file, { name: flags.html }, io) }, options, io)
    else if (options.json === true) await writeValue(await summarize(file), options, io)
    else await print(file, io)
  } finally {
    await file.close()
  }
  return 0
}

async function print(file: RecordingFile, io: Io): Promise<void> {
  const summary = new Summary()
  for await (const { line } of file.lines()) {
    const time = `${(line.ms / 1_000).toFixed(3).padStart(9)}  `
    for (const text of summary.describe(line)) await io.stdout(`${time}${text}\n`)
  }
}

async function summarize(file: RecordingFile): Promise<object> {
  const connections = new Set<number>()
  const [counts, errors] = [{ client: 0, server: 0 }, { count: 0 }]
  let ms = 0
  for await (const { line } of file.lines()) {
    connections.add(line.connection)
    ms = Math.max(ms, line.ms)
    if (line.message === undefined) continue
    counts[line.from] += 1
    const parts: readonly unknown[] = Array.isArray(line.message) ? line.message : [line.message]
    if (parts.some((part) => Object.hasOwn(Object(part), 'error'))) errors.count += 1
  }
  return { ...file.header, ms, connections: connections.size, messages: counts, errors: errors.count }
}
