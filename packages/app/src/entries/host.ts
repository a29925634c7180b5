export { OmniportError, RpcError } from 'omniport/jsonrpc'
export type { AppBridge } from '../host/app-bridge.js'
export type { BridgeLimits } from '../host/bridge-limits.js'
export type {
  AppBridgeOptions,
  AppServer,
  AppSource,
  BridgeEvents,
  BridgeQuestions,
  EndReason,
  ViewInfo,
  ViewMessage,
  ViewToolCall,
} from '../host/bridge-options.js'
export { createAppBridge } from '../host/create-app-bridge.js'
export type { AppCapabilities, Csp, HostCapabilities, Permissions } from '../messages/capabilities.js'
export type { ContainerDimensions, DisplayMode, SafeAreaInsets, Theme, ViewSize } from '../messages/display.js'
export type { HostContext } from '../messages/host-context.js'
export type { ModelContext } from '../messages/methods.js'
