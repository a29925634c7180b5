import type { Io } from '../process/io.js'
export async function saveCall(_file: string, _call: unknown, _io: Io): Promise<void> {}
