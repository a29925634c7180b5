import { createAppBridge } from '@omniport/app/host'

/** Pages of tests call it by this name. */
Object.assign(globalThis, { createAppBridge })
