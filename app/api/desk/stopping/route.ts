import { stopping } from '@/lib/commands/server/stopping'

export const GET = stopping
