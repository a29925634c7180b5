import type { AuditRecord } from '../../../entries/host.js'
import { truncateText } from '../screen/truncate-text.js'
import type { SessionContext } from '../session/session-context.js'

/** Shows the last audit records. */
export async function auditMenu({ host, screen }: SessionContext): Promise<void> {
  const records = host.audit.slice(-mostRecords)
  const title = `The last ${records.length} audit records`
  await screen.note(title, records.map(recordLine).join('\n') || 'There are no audit records yet.')
}

const mostRecords = 30

export function recordLine(record: AuditRecord): string {
  const { seq, at, type } = record
  const of = type === 'forget' ? '' : `${record.server}: `
  return truncateText(`${seq} ${new Date(at).toISOString()} ${of}${type} ${words(record)}`, 200)
}

const deciders = {
  policy: 'the policy',
  memory: 'a remembered decision',
  person: 'a person',
  pin: 'the pin in mcp.lock',
  default: 'default, as nobody can be asked',
} as const

function words(record: AuditRecord): string {
  switch (record.type) {
    case 'decision': {
      const remembered = record.remembered === undefined ? '' : `, remembered ${record.remembered}`
      return `${record.question} ${record.subject}: ${record.answer} by ${deciders[record.by]}${remembered}`
    }
    case 'forget':
      return `decision ${record.decision}`
    case 'call':
      return `${record.tool} ${JSON.stringify(record.args)}`
    case 'result':
      return `${record.tool}: ${record.outcome} in ${record.ms} ms${record.error === undefined ? '' : `, ${record.error}`}`
    case 'prompt':
      return `${record.prompt} ${JSON.stringify(record.args)}`
    case 'resource':
      return record.uri
    case 'skill':
      return `${record.action} ${record.uri}`
    case 'app':
      return `${record.tool}: ${record.uri}`
    case 'sample':
      return `${record.model}, at most ${record.maxTokens} tokens`
    case 'elicit':
      return `${record.mode}: ${record.action}`
    case 'roots':
      return record.uris.join(' ')
    case 'server':
      return `${record.state}${record.reason === undefined ? '' : `: ${record.reason}`}`
    case 'pin':
      return `${record.tool}: ${record.change}`
  }
}
