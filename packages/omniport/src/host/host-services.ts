import type { Runtime } from '../async/runtime/runtime.js'
import type { AuditLog } from './audit/audit-log.js'
import type { KnownSecrets } from './audit/known-secrets.js'
import type { Catalogue } from './catalogue/catalogue.js'
import type { Consent } from './consent/consent.js'
import type { HostEventStream } from './host-event-stream.js'
import type { HostOptions } from './host-options.js'
import type { HostRoots } from './host-roots.js'
import type { Pins } from './pins/pins.js'
import type { Budgets } from './sampling/budgets.js'
import type { SkillPins } from './skills/skill-pins.js'

/** The services that all servers of a host share. */
export interface HostServices {
  readonly options: HostOptions
  readonly runtime: Runtime
  readonly consent: Consent
  readonly audit: AuditLog
  readonly pins: Pins
  readonly skillPins: SkillPins
  readonly catalogue: Catalogue
  readonly events: HostEventStream
  /** Undefined: the capability is not advertised. */
  readonly roots: HostRoots | undefined
  /** The remaining budget of each server; restarting a server or changing its settings does not reset it. */
  readonly budgets: Budgets
  /** Secrets passed to servers, which must not be logged. */
  readonly secrets: KnownSecrets
  /** Reports an error outside of any call; each error once. Never throws. */
  report(reason: unknown, server: string | undefined): void
}
