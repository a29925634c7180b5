import type { Runtime } from '../async/runtime/runtime.js'
import type { Root } from '../protocol/model/roots.js'
import type { AuditLog } from './audit/audit-log.js'
import type { KnownSecrets } from './audit/known-secrets.js'
import type { Catalogue } from './catalogue/catalogue.js'
import type { Consent } from './consent/consent.js'
import type { HostEventStream } from './host-event-stream.js'
import type { HostOptions } from './host-options.js'
import type { Pins } from './pins/pins.js'
import type { Budgets } from './sampling/budgets.js'

/** What all servers of one host share. */
export interface HostServices {
  readonly options: HostOptions
  readonly runtime: Runtime
  readonly consent: Consent
  readonly audit: AuditLog
  readonly pins: Pins
  readonly catalogue: Catalogue
  readonly events: HostEventStream
  /** As they are now; undefined: servers are told that there is no such thing. */
  readonly roots: { current: readonly Root[] } | undefined
  /** What each server may still ask for. One that is started anew, or has other settings, gets no more. */
  readonly budgets: Budgets
  /** What servers were given that is not to be written down. */
  readonly secrets: KnownSecrets
  /** Tells what no call can reject with, each error once. Never throws. */
  report(reason: unknown, server: string | undefined): void
}
