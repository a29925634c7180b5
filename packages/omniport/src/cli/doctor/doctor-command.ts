import { resolveAuth } from '../client/resolve-auth.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { formatTarget } from '../target/format-target.js'
import { resolveTarget } from '../target/resolve-target.js'
import type { ResolvedTarget } from '../target/resolved-target.js'
import { examineEras } from './examine-eras.js'
import { examineFeatures } from './examine-features.js'
import type { Finding } from './finding.js'
import { examineAuthorization } from './network/examine-authorization.js'
import { examineNetwork } from './network/examine-network.js'
import { examineProgram } from './program/examine-program.js'
import { writeFindings } from './write-findings.js'

/**
 * `doctor <target>` examines a server and the way to it, from the name of its host to the texts of its tools, and says of each
 * finding what to do. It calls no tool. Rejects with CliError `invalid_result` if there is a problem.
 */
export async function doctorCommand(invocation: Invocation, io: Io): Promise<number> {
  const { target: name, words, options } = invocation
  if (words.length > 0) throw new CliError('usage', `doctor takes one target, got "${words[0]}" as well`)
  const target = await resolveTarget(invocation, io)
  const findings: Finding[] = []
  for (const part of partsOf(target, invocation, io)) {
    io.status?.(`examining: ${part.name}`)
    const found = await part.examine()
    findings.push(...found)
    // What comes later would only say the same again.
    if (found.some(({ level }) => level === 'problem') && part.isNeeded) break
  }
  io.status?.('')
  return writeFindings({ target: formatTarget(name), findings }, options, io)
}

interface Part {
  readonly name: string
  readonly examine: () => Promise<readonly Finding[]>
  /** True: nothing else can work if this does not. */
  readonly isNeeded: boolean
}

function partsOf(target: ResolvedTarget, invocation: Invocation, io: Io): readonly Part[] {
  const own = { target, invocation }
  const before: readonly Part[] =
    target.type === 'url'
      ? [
          { name: 'network', examine: () => examineNetwork(target.address.url, io), isNeeded: true },
          {
            name: 'sign-in',
            examine: async () => {
              const auth = await resolveAuth(invocation.options, target, io)
              const hasAuth = auth !== undefined || 'authorization' in lowerCased(target.address.headers)
              return examineAuthorization(target.address, hasAuth, io)
            },
            isNeeded: true,
          },
        ]
      : target.type === 'command'
        ? [{ name: 'program', examine: () => examineProgram(target.command, invocation.options, io), isNeeded: true }]
        : []
  return [
    ...before,
    { name: 'protocol', examine: () => examineEras(own, io), isNeeded: true },
    { name: 'features', examine: () => examineFeatures(own, io), isNeeded: false },
  ]
}

function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
