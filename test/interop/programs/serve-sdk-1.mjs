import { createSdk1Server } from './create-sdk-1-server.mjs'

/** Serves what the scenarios need over stdio, with a release of the first major version of the SDK, which is passed in. */
export async function serveSdk1({ StdioServerTransport, ...sdk }) {
  await createSdk1Server(sdk).connect(new StdioServerTransport())
}
