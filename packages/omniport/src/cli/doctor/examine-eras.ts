import { revisions } from '../../entries/protocol.js'
import type { Invocation } from '../command-line/invocation.js'
import { formatLine } from '../output/format-line.js'
import type { Io } from '../process/io.js'
import type { ResolvedTarget } from '../target/resolved-target.js'
import { firstRevision, modernRevision, newestLegacyRevision } from '../wire/known-revisions.js'
import { prepareWires, type Wires } from '../wire/open-wire.js'
import { RawConnection, toRecord } from '../wire/raw-connection.js'
import { type Finding, note, ok, problem, warning } from './finding.js'

const area = 'protocol'

export interface Examined {
  readonly target: ResolvedTarget
  readonly invocation: Invocation
}

/** Looks at the revisions that a server agrees to, what it declares, and the headers of its replies. */
export async function examineEras({ target, invocation }: Examined, io: Io): Promise<readonly Finding[]> {
  const wires = await prepareWires(target, invocation, io)
  try {
    const spoken: string[] = []
    const findings: Finding[] = []
    let last: RawConnection | undefined
    for (const revision of revisions) {
      const opened = await tryRevision(wires, revision)
      if (opened.isSpoken) {
        spoken.push(revision)
        last = opened.connection
      }
      findings.push(...opened.findings)
    }
    if (last === undefined) return [...findings, await explain(wires)]
    const newest = spoken.includes(modernRevision)
      ? [ok(area, `speaks ${spoken.join(', ')}`)]
      : [note(area, `speaks ${spoken.join(', ')}; ${modernRevision} is not among them`)]
    return [...newest, ...describeOpening(last), ...findings]
  } finally {
    await wires.close()
  }
}

async function tryRevision(wires: Wires, revision: (typeof revisions)[number]) {
  const wire = await wires.open()
  try {
    const connection = new RawConnection(wire, revision)
    const isSpoken = await connection.open()
    const findings = isSpoken && wire.transport === 'http' ? headerFindings(connection) : []
    return { connection, isSpoken, findings }
  } finally {
    await wire.close()
  }
}

function headerFindings({ opening, revision, isModern }: RawConnection): readonly Finding[] {
  const { headers } = opening
  const type = headers?.get('content-type') ?? ''
  if (!/^(application\/json|text\/event-stream)\b/.test(type))
    return [
      problem(
        area,
        `the content-type of a reply in ${revision} is "${formatLine(type)}"`,
        'send application/json or text/event-stream; a proxy may be in between',
      ),
    ]
  if (isModern && headers?.has('mcp-session-id') === true)
    return [
      warning(
        area,
        `${revision} has no sessions, but there is a header Mcp-Session-Id`,
        'send it in older revisions only',
      ),
    ]
  return []
}

function describeOpening({ opening, capabilities }: RawConnection): readonly Finding[] {
  const names = Object.keys(capabilities)
  const result = toRecord(opening.response?.result)
  const server = toRecord(result['serverInfo'] ?? toRecord(result['_meta'])['io.modelcontextprotocol/serverInfo'])
  const { instructions } = result
  const identity = `${String(server['name'] ?? '(unnamed)')} ${String(server['version'] ?? '')}`.trim()
  return [
    ok(area, `it calls itself ${formatLine(identity)}`),
    names.length === 0
      ? warning(
          area,
          'it declares no capabilities',
          'declare tools, resources or prompts: clients do not ask for what is not declared',
        )
      : ok(area, `declares ${formatLine(names.join(', '))}`),
    ...(typeof instructions === 'string' && instructions.length > longInstructions
      ? [
          warning(
            area,
            `its instructions have ${instructions.length} characters`,
            'shorten them: a model reads them each time',
          ),
        ]
      : []),
  ]
}

const longInstructions = 4_000

/** What a server that agrees to nothing says. */
async function explain(wires: Wires): Promise<Finding> {
  const wire = await wires.open()
  try {
    const connection = new RawConnection(wire, newestLegacyRevision)
    await connection.open()
    const { response, status, text, failure } = connection.opening
    const answer = response?.error?.message ?? text ?? failure
    const what = `it agrees to no revision${status === undefined ? '' : `; HTTP status ${status}`}${answer === undefined ? '' : `; it says "${formatLine(String(answer).slice(0, 200))}"`}`
    return problem(area, what, adviceFor(status, failure))
  } finally {
    await wire.close()
  }
}

function adviceFor(status: number | undefined, failure: string | undefined): string {
  if (/\brefuses the token\b/.test(failure ?? '')) return 'see that the token is for this server, and has not expired'
  if (status === 401 || status === 403) return 'sign in with --auth, or send a token with --bearer-env <name>'
  if (status === 404) return 'check the path of the URL: servers often listen at /mcp'
  if (status === 405)
    return `the URL may be that of the HTTP+SSE transport of ${firstRevision}, often /sse: "omniport list" reaches it`
  return 'see that it is an MCP server, and what it logs'
}
