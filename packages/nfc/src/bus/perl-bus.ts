import { type Clock, type PerlEnd, runPerl, withDeadline } from '@stationery/core';
import { type Bus, BusError } from './bus.ts';

export type BusKind = { kind: 'i2c'; address: number } | { kind: 'spi'; speedHz: number };

/**
 * Reads requests on standard input: the lengths to write and to read (16 bits each), then the bytes to
 * write. Answers with the error number, the length and the bytes read. Ends when standard input ends. If
 * the device cannot be opened, exits with the error number.
 * 0x0703 is `I2C_SLAVE`, 0x40016b01 `SPI_IOC_WR_MODE`, 0x40206b00 `SPI_IOC_MESSAGE(1)`; a pointer has 8 bytes in
 * `struct spi_ioc_transfer`.
 */
const busProgram = `
my ($kind, $path, $number) = @ARGV;
sysopen(my $device, $path, 2) or exit($! + 0);
if ($kind eq 'i2c') { ioctl($device, 0x0703, $number + 0) or exit($! + 0) }
else { ioctl($device, 0x40016b01, my $mode = "\\0") or exit($! + 0) }
syswrite(STDERR, "open\\n");
sub take {
  my $bytes = '';
  while (length($bytes) < $_[0]) {
    sysread(STDIN, $bytes, $_[0] - length($bytes), length($bytes)) or exit(0);
  }
  return $bytes;
}
sub pointer { my $bytes = pack('P', $_[0]); return $bytes . "\\0" x (8 - length($bytes)) }
while (1) {
  my ($writes, $reads) = unpack('S S', take(4));
  my $out = take($writes);
  my $in = '';
  my $done;
  if ($kind eq 'spi') {
    $in = "\\0" x $writes;
    substr($in, 0, 1, "\\0");
    my $transfer = pointer($out) . pointer($in) . pack('L L S C C C C C C', $writes, $number, 0, 8, 0, 0, 0, 0, 0);
    $done = ioctl($device, 0x40206b00, $transfer);
  } elsif ($writes > 0) { $done = (syswrite($device, $out) // 0) == $writes }
  else { $done = (sysread($device, $in, $reads) // 0) == $reads }
  my $error = $done ? 0 : $! + 0 || 5;
  $in = '' if $error;
  syswrite(STDOUT, pack('S S', $error, length($in)) . $in);
}
`;

const maxBytes = 4096;
/** Timeout of a transfer. The kernel gives up a transfer on a held bus after a second. */
const transferTimeoutMs = 3_000;

interface Waiting {
  resolve(bytes: Uint8Array): void;
  reject(error: BusError): void;
}

/** Opens a device such as `/dev/i2c-1` or `/dev/spidev0.0`. Rejects with a `BusError`. */
export async function openPerlBus(path: string, bus: BusKind, clock: Clock): Promise<Bus> {
  const number = bus.kind === 'i2c' ? bus.address : bus.speedHz;
  const { child, ended, close } = runPerl(busProgram, bus.kind, path, String(number));
  const opened = new Promise<void>((resolve) => child.stderr.once('data', () => resolve()));
  const over = await Promise.race([opened, ended]);
  if (over !== undefined) throw new BusError(over);

  const waiting: Waiting[] = [];
  let end: PerlEnd | undefined;
  let rest: Buffer = Buffer.alloc(0);
  void ended.then((code) => {
    end = code;
    for (const { reject } of waiting.splice(0)) reject(new BusError(code));
  });
  child.stdout.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt16LE(2)) {
      const errno = rest.readUInt16LE(0);
      const bytes = rest.subarray(4, 4 + rest.readUInt16LE(2));
      rest = rest.subarray(4 + bytes.length);
      const next = waiting.shift();
      if (errno === 0) next?.resolve(bytes);
      else next?.reject(new BusError(errno));
    }
  });

  return {
    transfer(bytes, readBytes = 0) {
      if (bytes.length > maxBytes || readBytes > maxBytes) throw new RangeError('too many bytes for the bus');
      if (end !== undefined) return Promise.reject(new BusError(end));
      const answer = new Promise<Uint8Array>((resolve, reject) => waiting.push({ resolve, reject }));
      const head = Buffer.alloc(4);
      head.writeUInt16LE(bytes.length, 0);
      head.writeUInt16LE(readBytes, 2);
      child.stdin.write(Buffer.concat([head, bytes]));
      return withDeadline('a transfer', { clock, timeoutMs: transferTimeoutMs }, () => answer);
    },
    async close() {
      close();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
