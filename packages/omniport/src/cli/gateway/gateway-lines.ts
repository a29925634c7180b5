import type { GatewayEvent } from '../../entries/gateway.js'
import type { Config } from '../../entries/host.js'
import { parseUrl } from '../../values/text/parse-url.js'
import { formatLine, formatOutput } from '../output/format-line.js'

type Settings = Config['servers'][string]

/** Describes a configured server on one line, without its arguments, which may hold secrets. */
export function formatServer(name: string, { target, problem, isDisabled }: Settings): string {
  if (problem !== undefined) return formatLine(`[warning] ${name} is left out: ${problem}`)
  if (isDisabled === true) return formatLine(`[gateway] ${name}: switched off in its entry`)
  return formatLine(`[gateway] ${name}: ${formatTarget(target)}`)
}

function formatTarget(target: Settings['target']): string {
  if (typeof target === 'object' && 'command' in target) return `starts ${target.command} when it is needed`
  const url = typeof target === 'string' || target instanceof URL ? target : target && 'url' in target && target.url
  if (!url || parseUrl(String(url)) === undefined) return 'connects when it is needed'
  const { origin, pathname } = new URL(String(url))
  return `connects to ${origin}${pathname} when it is needed`
}

/** Describes an event on one line; undefined for those that come with every call. */
export function formatEvent(event: GatewayEvent): string | undefined {
  const line = lineOf(event)
  return line === undefined ? undefined : formatLine(line)
}

type Report = Extract<GatewayEvent, { readonly type: 'tool-reported' }>

function formatReport({ upstream, tool, change, isBlocked, findings }: Report): string | undefined {
  const [finding] = findings
  const suspicion = finding === undefined ? '' : `; it ${finding.text}`
  if (isBlocked) {
    const advice = 'approve it with "omniport host", then start the gateway again'
    return `[warning] ${upstream}: the definition of ${tool} has changed, so it is blocked; ${advice}${suspicion}`
  }
  if (finding !== undefined) return `[warning] ${upstream}: ${tool} looks suspicious${suspicion}`
  return change === 'new' ? `[gateway] ${upstream}: the tool ${tool} is new` : undefined
}

function lineOf(event: GatewayEvent): string | undefined {
  switch (event.type) {
    case 'upstream-connected': {
      const { upstream, server, revision, elapsedMs } = event
      return `[gateway] ${upstream}: ${server.name} ${server.version} is connected, ${revision}, after ${Math.round(elapsedMs)} ms`
    }
    case 'upstream-failed':
      return `[warning] ${event.error}`
    case 'upstream-closed':
      return event.reason === undefined ? undefined : `[warning] ${event.upstream} has ended: ${event.reason}`
    case 'upstream-error':
      return `[warning] ${event.upstream}: ${event.error}`
    case 'question-refused':
      return `[warning] ${event.upstream}: ${event.method} was refused: ${event.error}`
    case 'upstream-stderr':
      return `[${event.upstream}] ${formatOutput(event.text)}`
    case 'tool-reported':
      return formatReport(event)
    case 'upstreams-replaced': {
      const parts = (['added', 'changed', 'removed'] as const).flatMap((kind) =>
        event[kind].length === 0 ? [] : [`${kind}: ${event[kind].join(', ')}`],
      )
      return `[gateway] The configuration was read again; ${parts.join('; ')}`
    }
    default:
      return undefined
  }
}
