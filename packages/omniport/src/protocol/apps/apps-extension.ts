import { isObject } from '../../values/json/is-object.js'

/** User interfaces of tools, as an extension of every revision. spec: SEP-1865#extension-identifier */
export const appsExtensionId = 'io.modelcontextprotocol/ui'

/** The MIME type of the page of an app. spec: SEP-1865#content-requirements */
export const appMimeType = 'text/html;profile=mcp-app'

/** The settings of a side that has pages of this type. spec: SEP-1865#client-host-capabilities */
export const appsSettings = Object.freeze({ mimeTypes: Object.freeze([appMimeType]) })

/** Tells if a client declares that it shows such pages. `capabilities` are in newest shape. */
export function supportsApps(capabilities: Readonly<Record<string, unknown>>): boolean {
  const { extensions } = capabilities
  const settings = isObject(extensions) && Object.hasOwn(extensions, appsExtensionId) && extensions[appsExtensionId]
  const mimeTypes = isObject(settings) ? settings['mimeTypes'] : undefined
  return Array.isArray(mimeTypes) && mimeTypes.includes(appMimeType)
}
