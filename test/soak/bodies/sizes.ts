const MiB = 1024 * 1024

/** The limits of the service: the largest bodies of 32 connections would take four times its memory. */
export const bodyLimit: number = 4 * MiB
export const bodyMemory: number = 32 * MiB
/** Memory of the service beside the bodies. V8 collects buffers when 64 MiB of them are garbage. */
export const baseBytes: number = 96 * MiB
