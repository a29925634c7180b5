import { newestRevision } from '#core/serve'

const protocolVersion = 'io.modelcontextprotocol/protocolVersion'
const clientCapabilities = 'io.modelcontextprotocol/clientCapabilities'

/** Tells a message of 2026-07-28, which names its revision and its client. */
export function isModernMessage(message: { readonly params?: unknown }): boolean {
  const meta = (message.params as { readonly _meta?: unknown } | undefined)?._meta
  return typeof meta === 'object' && meta !== null && (protocolVersion in meta || clientCapabilities in meta)
}

/** Tells the revision of a header, where the message is not read for it. */
export function isModernRevision(revision: string | undefined): boolean {
  return revision === newestRevision
}
