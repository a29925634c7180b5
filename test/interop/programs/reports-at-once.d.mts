import type { Server } from 'omniport'

export const server: Server
