import type { HostCapabilities } from '../messages/capabilities.js'
import type { AppBridgeOptions } from './bridge-options.js'

/** The capabilities that follow from the functions of a host: a view is told of what will be served. spec: apps#host-capabilities */
export function toCapabilities(
  { server, ask, on }: Pick<AppBridgeOptions, 'server' | 'ask' | 'on'>,
  sandbox: NonNullable<HostCapabilities['sandbox']>,
): HostCapabilities {
  const content = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} }
  return {
    sandbox,
    ...(ask?.link === undefined ? {} : { openLinks: {} }),
    ...(server === undefined || ask?.tool === undefined ? {} : { serverTools: {} }),
    ...(server?.readResource === undefined ? {} : { serverResources: {} }),
    ...(on?.log === undefined ? {} : { logging: {} }),
    ...(ask?.message === undefined || on?.message === undefined ? {} : { message: content }),
    ...(on?.modelContext === undefined ? {} : { updateModelContext: { ...content, structuredContent: {} } }),
  }
}
