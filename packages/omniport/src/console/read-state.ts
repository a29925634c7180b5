import { revisions } from '../entries/index.js'
import type { ConsoleParts } from './console-parts.js'
import type { ConsoleState } from './contract.js'

export interface StateFacts {
  readonly release: string
  readonly session: string
  readonly startedAt: number
  readonly sandboxUrl: string | undefined
  readonly isTour: boolean
  readonly configFiles: readonly string[]
}

/** Everything that the page shows at first. Events after its cursor tell the rest. */
export async function readState(parts: ConsoleParts, facts: StateFacts): Promise<ConsoleState> {
  const { release, session, startedAt, sandboxUrl, isTour, configFiles } = facts
  const { log, timeline } = parts
  // What changes while this waits is told by events after the cursor: it may be there twice, and is never missing.
  const { cursor } = log
  const decisions = await parts.decisions()
  return {
    version: 1,
    release,
    session,
    cursor,
    startedAt,
    revisions,
    servers: parts.servers.all,
    catalogues: parts.catalogues.all,
    lines: parts.lines.all,
    messages: { firstSeq: timeline.firstSeq, lastSeq: timeline.lastSeq, bytes: timeline.bytes },
    spans: parts.spans.all,
    operations: parts.operations.all,
    requests: parts.requests.all,
    decisions,
    audit: parts.audit,
    changes: parts.changes,
    subscriptions: parts.subscriptions.all,
    tests: parts.tests.all,
    roots: parts.roots,
    signIns: parts.signIns.all,
    notices: parts.notices.all,
    settings: parts.settings.current,
    ...(sandboxUrl !== undefined && { sandboxUrl }),
    isTour,
    configFiles,
  }
}
