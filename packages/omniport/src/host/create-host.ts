import { OmniportError } from '../jsonrpc/omniport-error.js'
import { defaultRuntime } from '../protocol/runtime.js'
import { AuditLog } from './audit/audit-log.js'
import { Catalogue } from './catalogue/catalogue.js'
import { checkHostOptions } from './check-host-options.js'
import { Consent } from './consent/consent.js'
import { maxDecisions } from './consent/max-decisions.js'
import { MemoryDecisions } from './consent/memory-decisions.js'
import { EventFeed } from './event-feed.js'
import type { Host } from './host.js'
import type { HostHome } from './host-home.js'
import type { HostOptions } from './host-options.js'
import { createMemoryLock } from './pins/memory-lock.js'
import { Pins } from './pins/pins.js'
import { RunningHost } from './running-host.js'
import { Budgets } from './sampling/budgets.js'

/**
 * Creates a host. Nothing is started before it is needed. Whoever creates it closes it.
 *
 * @throws TypeError naming an option and what it must be.
 */
export function createHost(options: HostOptions): Host {
  const checked = checkHostOptions(options)
  const { runtime = defaultRuntime, policy, ask, onError, onChangedTool = 'block', audit: sink } = checked
  const { decisions = new MemoryDecisions(maxDecisions), lock = createMemoryLock() } = checked
  const events = new EventFeed()
  const secrets = new Map<string, readonly string[]>()
  const audit = new AuditLog({ sink, runtime, secrets: () => [...secrets.values()].flat() })
  const home: HostHome = {
    options: checked,
    runtime,
    audit,
    secrets,
    budgets: new Budgets(runtime, checked.sampleBudget),
    consent: new Consent({ policy, ask, decisions, audit, runtime }),
    pins: new Pins({ store: lock, onChanged: onChangedTool, runtime }),
    catalogue: new Catalogue([]),
    events,
    roots: checked.roots && { current: checked.roots },
    report: (reason, server) => {
      const error = reason instanceof Error ? reason : new Error(String(reason), { cause: reason })
      events.push({ type: 'error', server, error })
      tell(() => onError?.(error, server))
    },
  }
  for (const { message } of checked.problems ?? []) home.report(new OmniportError('invalid_config', message), undefined)
  return new RunningHost(home, checked.servers)
}

/** A callback that throws has nobody left to tell. */
function tell(callback: () => void): void {
  try {
    callback()
  } catch {}
}
