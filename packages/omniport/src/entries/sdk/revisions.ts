/** The revisions of the protocol, for the package that takes the place of the official SDK. No entry of the published library. */
export { newestRevision } from '../../protocol/revisions/revision.js'
