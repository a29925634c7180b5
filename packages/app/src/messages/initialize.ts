import type { Implementation } from 'omniport/protocol'
import type { AppCapabilities, HostCapabilities } from './capabilities.js'
import type { HostContext } from './host-context.js'

/** The revision of the protocol between a view and its host. */
export const protocolVersion = '2026-01-26'

/** The parameters of `ui/initialize`, the first message of a view. spec: apps#lifecycle */
export interface InitializeParams {
  readonly protocolVersion: string
  readonly appInfo: Implementation
  readonly appCapabilities: AppCapabilities
}

/** The host's answer to it; `ui/notifications/initialized` of the view follows. */
export interface InitializeResult {
  readonly protocolVersion: string
  readonly hostInfo: Implementation
  readonly hostCapabilities: HostCapabilities
  readonly hostContext?: HostContext | undefined
}
