import { defaultRuntime } from '../async/runtime/runtime.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { truncate } from '../values/text/truncate.js'
import { AuditLog } from './audit/audit-log.js'
import { KnownSecrets } from './audit/known-secrets.js'
import { Catalogue } from './catalogue/catalogue.js'
import { checkHostOptions } from './check-host-options.js'
import { Consent } from './consent/consent.js'
import { MemoryDecisions, maxDecisions } from './consent/decisions/memory-decisions.js'
import type { Host } from './host.js'
import { HostEventStream } from './host-event-stream.js'
import type { HostOptions } from './host-options.js'
import { HostRoots } from './host-roots.js'
import type { HostServices } from './host-services.js'
import { createMemoryLock } from './pins/memory-lock.js'
import { Pins } from './pins/pins.js'
import { RunningHost } from './running-host.js'
import { Budgets } from './sampling/budgets.js'
import { SkillPins } from './skills/skill-pins.js'

/**
 * Creates a host. Servers are started when they are first needed. The caller closes the host.
 *
 * @throws TypeError naming an option and what it must be.
 */
export function createHost(options: HostOptions): Host {
  const checked = checkHostOptions(options)
  const { runtime = defaultRuntime, policy, ask, onError, onChangedTool = 'block', audit: sink } = checked
  const { decisions = new MemoryDecisions(maxDecisions), lock = createMemoryLock() } = checked
  const events = new HostEventStream()
  const reported = new WeakSet<Error>()
  const secrets = new KnownSecrets()
  const audit = new AuditLog({ sink, runtime, secrets: () => secrets.all })
  const report: HostServices['report'] = (reason, server) => {
    const error = reason instanceof Error ? reason : new Error(truncate(describeThrown(reason)), { cause: reason })
    if (reported.has(error)) return
    reported.add(error)
    events.push({ type: 'error', server, error })
    notify(() => onError?.(error, server))
  }
  const services: HostServices = {
    options: checked,
    runtime,
    audit,
    secrets,
    budgets: new Budgets(runtime, checked.sampleBudget),
    consent: new Consent({ policy, ask, decisions, audit, runtime }),
    pins: new Pins({
      store: lock,
      onChanged: onChangedTool,
      runtime,
      onApprove: ({ server, tool, definition }) =>
        audit.append({ type: 'pin', server, tool, change: 'approved', definition }),
    }),
    skillPins: new SkillPins(lock.skills ?? createMemoryLock()),
    catalogue: new Catalogue([]),
    events,
    roots:
      checked.roots &&
      new HostRoots({
        roots: checked.roots,
        exists: checked.rootExists,
        runtime,
        report: (reason) => report(reason, undefined),
      }),
    report,
  }
  for (const { message } of checked.problems ?? []) report(new OmniportError('invalid_config', message), undefined)
  return new RunningHost(services, checked.servers)
}

function describeThrown(reason: unknown): string {
  return typeof reason === 'object' && reason !== null ? 'a value that is not an Error was thrown' : String(reason)
}

/** Ignores what the callback throws: there is no further place to report it. */
function notify(callback: () => unknown): void {
  try {
    Promise.resolve(callback()).catch(() => {})
  } catch {}
}
