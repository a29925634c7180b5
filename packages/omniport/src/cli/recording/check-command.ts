import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Revision } from '../../entries/index.js'
import {
  checkConversation,
  isRevision,
  type LineProblem,
  parseRecording,
  type RecordedConversation,
  type Recording,
  revisions,
} from '../../entries/protocol.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeJson } from '../output/write-json.js'
import type { Io } from '../process/io.js'

export interface CheckFlags extends Pick<RunOptions, 'protocol' | 'json'> {
  /** The file with the recording. */
  readonly schema?: string | undefined
  /** The folder of a project; true: the working directory. */
  readonly sdk?: string | true | undefined
}

/**
 * `check --schema <file>` checks a recorded conversation against the schema of its revision, and prints each problem as
 * `line: path: problem`. Rejects with CliError `invalid_result` if there is one.
 */
export async function checkCommand(flags: CheckFlags, io: Io): Promise<number> {
  const { schema: file, sdk, protocol, json } = flags
  if (sdk !== undefined) return checkSdk(flags, io)
  if (file === undefined) throw new CliError('usage', 'check: say what to check: --schema <file>, or --sdk [folder]')
  const revision = toRevision(protocol)
  const recording = read(await readText(file, io), revision)
  const found = await Promise.all(recording.conversations.map(problemsOf))
  const problems = [...recording.problems, ...found.flat()].sort((left, right) => left.line - right.line)
  const messages = recording.conversations.reduce((sum, conversation) => sum + conversation.messages.length, 0)
  if (json === true) await writeJson({ messages, problems }, { json }, io)
  else for (const { line, text } of problems) await io.stdout(`${line}: ${formatLine(text)}\n`)
  if (problems.length === 0) return 0
  const count = problems.length === 1 ? 'There is 1 problem' : `There are ${problems.length} problems`
  throw new CliError('invalid_result', `${count} in ${file}`)
}

/** `check --sdk` is imported on demand. */
async function checkSdk({ schema, sdk, protocol, json }: CheckFlags, io: Io): Promise<number> {
  if (schema !== undefined || protocol !== undefined)
    throw new CliError('usage', 'check: --sdk is about a folder; --schema and --protocol are about a recording')
  const { checkSdkCommand } = await import('../published/check-sdk-command.js')
  return checkSdkCommand({ folder: sdk === true ? undefined : sdk, json }, io)
}

async function problemsOf({ messages, lines }: RecordedConversation): Promise<readonly LineProblem[]> {
  const problems = await checkConversation(messages)
  return problems.map(({ index, text }) => ({ line: lines[index] ?? 0, text }))
}

/** A newer version of the format is a usage error. */
function read(text: string, revision: Revision | undefined): Recording {
  try {
    return parseRecording(text, { revision })
  } catch (reason) {
    throw new CliError('usage', `check: ${(reason as Error).message}`, { cause: reason })
  }
}

function toRevision(protocol: RunOptions['protocol'] = 'auto'): Revision | undefined {
  if (protocol === 'auto') return undefined
  if (isRevision(protocol)) return protocol
  throw new CliError(
    'usage',
    `check: --protocol takes one revision here, of ${revisions.join(', ')}; got "${protocol}"`,
  )
}

async function readText(file: string, io: Io): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, file), 'utf8')
  } catch (cause) {
    const { message } = cause as Error // node:fs throws nothing else
    throw new CliError('usage', `check: cannot read the file "${file}": ${message}`, { cause })
  }
}
