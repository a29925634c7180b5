import type { Command } from '../../../entries/client.js'
import type { RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import type { Io } from '../../process/io.js'
import { newestLegacyRevision } from '../../wire/known-revisions.js'
import { RawConnection } from '../../wire/raw-connection.js'
import { StdioWire } from '../../wire/stdio-wire.js'
import { type Finding, note, ok, problem, warning } from '../finding.js'

const area = 'program'

/** Looks at a command: if it is found and starts, answers in time, and keeps its stdout clean. */
export async function examineProgram(
  command: Command,
  { timeout = timeoutMs }: RunOptions,
  { signal }: Pick<Io, 'signal'>,
): Promise<readonly Finding[]> {
  const start = performance.now()
  const wire = await startProgram(command, timeout, signal)
  if (typeof wire === 'string') return [problem(area, wire, 'check its name and path, and "cwd" of its entry')]
  try {
    const connection = new RawConnection(wire, newestLegacyRevision)
    await connection.open()
    const ms = Math.round(performance.now() - start)
    const { response, failure } = connection.opening
    const findings = [ok(area, `"${formatLine(command.command)}" starts`)]
    const [last] = wire.stderr.slice(-1)
    const lastLine = last === undefined ? '' : `; its stderr ends with "${formatLine(last)}"`
    if (failure !== undefined)
      return [
        ...findings,
        problem(
          area,
          `${failure} before it answered${lastLine}`,
          'run it by itself and see what it lacks: a variable (-e NAME=value), an argument, a file',
        ),
      ]
    if (response === undefined) {
      const advice = `is it an MCP server over stdio? Some need an argument such as "stdio"; or give it more time with --timeout`
      return [...findings, problem(area, `no answer in ${timeout} ms${lastLine}`, advice)]
    }
    findings.push(
      ms > slowMs
        ? warning(area, `the first answer takes ${ms} ms`, slowAdvice(command))
        : ok(area, `the first answer takes ${ms} ms`),
    )
    const [garbage] = wire.garbage
    if (garbage === undefined) findings.push(ok(area, 'stdout has messages only'))
    else
      findings.push(
        problem(
          area,
          `it writes to stdout what is no message: "${formatLine(garbage)}"`,
          'print it with console.error, or log to stderr',
        ),
      )
    const end = await examineEnd(wire)
    const lastAtEnd = wire.stderr.at(-1)
    if (lastAtEnd !== undefined) findings.push(note(area, `it writes to stderr: "${formatLine(lastAtEnd)}"`))
    return [...findings, end]
  } finally {
    await wire.close()
  }
}

const timeoutMs = 30_000
const slowMs = 5_000

async function startProgram(command: Command, timeout: number, signal: AbortSignal): Promise<StdioWire | string> {
  try {
    return await StdioWire.start(command, { timeoutMs: timeout, signal })
  } catch (reason) {
    if (reason instanceof CliError) return reason.message
    throw reason
  }
}

function slowAdvice({ command }: Command): string {
  return /(^|[\\/])(npx|uvx|pnpx|bunx)(\.cmd)?$/.test(command)
    ? 'it may be downloaded each time: install the package, and start its program'
    : 'do slow work when it is first needed, not before the first answer'
}

async function examineEnd(wire: StdioWire): Promise<Finding> {
  if (await wire.endInput()) return ok(area, 'it exits when its stdin ends')
  return warning(area, 'it goes on when its stdin ends', 'exit then: hosts that are killed leave it behind otherwise')
}
