import { once } from 'node:events'
import { parseUrl } from '../../../values/text/parse-url.js'
import type { RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import { writeValue } from '../../output/write-value.js'
import type { Io } from '../../process/io.js'
import { openRecording, type RecordingFile } from '../file/open-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { type IndexedRecording, TurnPool } from './turn-pool.js'

/** The options that only `mock` has. */
export interface MockFlags {
  /** How much faster than it was recorded. */
  readonly speed?: string | undefined
}

/**
 * `mock <recording…>` serves what was recorded: over stdio, and with `--port` over HTTP. Requests that were not recorded get an
 * error that says what was. Ends with the end of its input, or when it is interrupted.
 */
export async function mockCommand(
  {
    files,
    flags,
    options,
  }: { readonly files: readonly string[]; readonly flags: MockFlags; readonly options: RunOptions },
  io: Io,
): Promise<number> {
  if (files.length === 0) throw new CliError('usage', 'mock: say which recording: omniport mock recording.jsonl')
  const speed = toSpeed(flags.speed)
  const open: RecordingFile[] = []
  const opened: IndexedRecording[] = []
  try {
    for (const name of files) {
      const file = await openRecording('mock', name, io)
      open.push(file)
      opened.push({ file, index: await indexTurns(file) })
    }
    for (const recording of opened) checkUsable(recording)
    const pool = new TurnPool(opened)
    await (options.port === undefined ? mockPipes(pool, speed, io) : mockAddress(opened, { pool, speed, options }, io))
  } finally {
    await Promise.all(open.map((file) => file.close()))
  }
  return 0
}

function toSpeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const speed = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text) && speed > 0) return speed
  throw new CliError(
    'usage',
    `--speed must be a number above 0, such as 1 for the speed of the recording; got "${text}"`,
  )
}

/** Values that were left out cannot be served. */
function checkUsable({ file, index }: IndexedRecording): void {
  if (index.isHidden)
    throw new CliError('usage', `mock: ${file.name} was recorded with --redact: it has no values to answer with`)
  if (index.turns.length === 0) throw new CliError('usage', `mock: ${file.name} has no message of a client`)
}

async function mockPipes(pool: TurnPool, speed: number | undefined, { pipes, signal }: Io): Promise<void> {
  if (pipes === undefined) throw new CliError('usage', 'mock: there is no process to run in; --port serves over HTTP')
  const { servePipes } = await import('./serve-pipes.js')
  const onAbort = () => pipes.input.destroy()
  signal.addEventListener('abort', onAbort, { once: true })
  const write = (bytes: Uint8Array) => pipes.write(bytes)
  try {
    await servePipes({ pool, speed, input: pipes.input, write, signal })
  } catch (reason) {
    signal.throwIfAborted()
    throw reason
  }
}

async function mockAddress(
  [first]: readonly IndexedRecording[],
  context: { readonly pool: TurnPool; readonly speed: number | undefined; readonly options: RunOptions },
  io: Io,
): Promise<void> {
  const { serveAddress } = await import('./serve-address.js')
  const { pool, speed, options } = context
  const target = first?.index.header.target
  const path = (target !== undefined && 'url' in target ? parseUrl(target.url)?.pathname : undefined) ?? '/mcp'
  const served = await serveAddress({ pool, speed, port: options.port ?? 0, path })
  try {
    await writeValue({ url: served.url }, options, io)
    if (!io.signal.aborted) await once(io.signal, 'abort')
  } finally {
    await served.close()
  }
}
