import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Revision } from '../../entries/index.js'
import { checkConversation, isRevision, revisions } from '../../entries/protocol.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeJson } from '../output/write-json.js'
import type { Io } from '../process/io.js'
import { type LineProblem, parseRecording } from './parse-recording.js'

export interface CheckFlags extends Pick<RunOptions, 'protocol' | 'json'> {
  /** The file with the recording. */
  readonly schema?: string | undefined
}

/**
 * `check --schema <file>` checks a recorded conversation against the schema of its revision, and prints each problem as
 * `line: path: problem`. Rejects with CliError `invalid_result` if there is one.
 */
export async function checkCommand({ schema: file, protocol, json }: CheckFlags, io: Io): Promise<number> {
  if (file === undefined) throw new CliError('usage', 'check: say what to check: --schema <file>')
  const revision = toRevision(protocol)
  const recording = parseRecording(await readText(file, io), revision)
  const found = await checkConversation(recording.messages)
  const inMessages = found.map(({ index, text }): LineProblem => ({ line: recording.lines[index] ?? 0, text }))
  const problems = [...recording.problems, ...inMessages].sort((left, right) => left.line - right.line)
  if (json === true) await writeJson({ messages: recording.messages.length, problems }, { json }, io)
  else for (const { line, text } of problems) await io.stdout(`${line}: ${formatLine(text)}\n`)
  if (problems.length === 0) return 0
  const count = problems.length === 1 ? 'There is 1 problem' : `There are ${problems.length} problems`
  throw new CliError('invalid_result', `${count} in ${file}`)
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
