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
import { examineAuthorization, hasCredentialHeader } from './network/examine-authorization.js'
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
  for (const part of await partsOf(target, invocation, io)) {
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

async function partsOf(target: ResolvedTarget, invocation: Invocation, io: Io): Promise<readonly Part[]> {
  const own = { target, invocation }
  return [
    ...(await partsOfWay(target, invocation, io)),
    { name: 'protocol', examine: () => examineEras(own, io), isNeeded: true },
    { name: 'features', examine: () => examineFeatures(own, io), isNeeded: false },
  ]
}

/** The way to the server, before any message of the protocol. */
async function partsOfWay(target: ResolvedTarget, { options }: Invocation, io: Io): Promise<readonly Part[]> {
  if (target.type === 'command')
    return [{ name: 'program', examine: () => examineProgram(target.command, options, io), isNeeded: true }]
  if (target.type === 'module') return []
  const { address } = target
  const auth = await resolveAuth(options, target, io)
  const isGiven = auth?.token !== undefined || hasCredentialHeader(address.headers)
  const credentials = isGiven ? 'given' : auth === undefined ? 'none' : 'sign-in'
  return [
    { name: 'network', examine: () => examineNetwork(address.url, io), isNeeded: true },
    // With credentials that are given, nobody has to sign in.
    { name: 'sign-in', examine: () => examineAuthorization(address, credentials, io), isNeeded: !isGiven },
  ]
}
