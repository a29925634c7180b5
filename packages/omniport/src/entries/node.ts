export { createFileAuthStore, type FileAuthStoreOptions } from '../auth/node/file-auth-store.js'
export { createNodeHandler, type NodeHandler } from '../transport/node/create-node-handler.js'
export type { NodeRequest, NodeResponse } from '../transport/node/node-messages.js'
export { type ServedHttp, type ServeHttpOptions, serveHttp } from '../transport/node/serve-http.js'
