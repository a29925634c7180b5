import { createAppBridge, parseApp } from '@omniport/app/host'

/** What the pages that load this call. */
Object.assign(globalThis, { createAppBridge, parseApp })
