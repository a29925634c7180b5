export type { Csp, HostCapabilities, Permissions } from '../messages/capabilities.js'
