/** The globals of the page that `programs/official-host.js` makes. */
export interface HostPage {
  readonly starts: number
  readonly seen: [name: string, params: unknown][]
  readonly bridge: {
    sendToolInput(params: object): Promise<void>
    sendToolInputPartial(params: object): Promise<void>
    sendToolResult(params: object): Promise<void>
    sendToolCancelled(params: object): Promise<void>
    setHostContext(context: object): void
    teardownResource(params: object): Promise<object>
    getAppCapabilities(): object
  }
  openView(html: string, context: object): Promise<void>
}
