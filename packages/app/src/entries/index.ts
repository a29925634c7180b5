export { OmniportError, RpcError } from 'omniport/jsonrpc'
export type { AppCapabilities, HostCapabilities } from '../messages/capabilities.js'
export type { ContainerDimensions, DisplayMode, SafeAreaInsets, Theme } from '../messages/display.js'
export type { HostContext } from '../messages/host-context.js'
