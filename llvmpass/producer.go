package llvmpass

import (
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

// Bitcode says who wrote it in its first block: LLVM's own reader of an older version does
// not look there, and fails, if it fails, at something that it does not know.

// Of LLVM's BitCodes.h, LLVMBitCodes.h and its bitstream format.
const (
	bitcodeMagic         = 0xdec04342
	wrapperMagic         = 0x0b17c0de
	identificationBlock  = 13
	identificationString = 1

	endBlock      = 0
	enterSubblock = 1
	defineAbbrev  = 2
	unabbreviated = 3
)

// errNoProducer says that bitcode does not begin with who wrote it; LLVM always has.
var errNoProducer = errors.New("it does not say which LLVM wrote it")

// Others number their own LLVMs otherwise.
var versionOf = regexp.MustCompile(`^LLVM([0-9]+)\.`)

// refuseNewer is an error for bitcode that a newer LLVM than ours wrote, for which there is
// no promise that we understand it.
func refuseNewer(bitcode []byte, ours int) error {
	who, err := producer(bitcode)
	if err != nil {
		return nil // no bitcode at all: LLVM says it better
	}
	version := versionOf.FindStringSubmatch(who)
	if version == nil {
		return nil
	}
	if major, err := strconv.Atoi(version[1]); err != nil || major <= ours {
		return nil
	}
	return fmt.Errorf("%s wrote this bitcode, and this sparse-instrument has LLVM %d, which reads no newer one: "+
		"let SPARSE_CLANG name a clang %d, or build sparseracer with that LLVM", who, ours, ours)
}

// producer is the string of the identification block, such as LLVM19.1.7.
func producer(bitcode []byte) (string, error) {
	if len(bitcode) >= 20 && binary.LittleEndian.Uint32(bitcode) == wrapperMagic {
		from, size := uint64(binary.LittleEndian.Uint32(bitcode[8:])), uint64(binary.LittleEndian.Uint32(bitcode[12:]))
		if from+size > uint64(len(bitcode)) {
			return "", errNoProducer
		}
		bitcode = bitcode[from : from+size]
	}
	if len(bitcode) < 8 || binary.LittleEndian.Uint32(bitcode) != bitcodeMagic {
		return "", errNoProducer
	}
	b := &bitstream{data: bitcode, at: 32}
	if b.fixed(2) != enterSubblock || b.vbr(8) != identificationBlock {
		return "", errNoProducer
	}
	width := b.vbr(4)
	b.align()
	b.fixed(32) // its length
	who, found := b.identification(width)
	if !found || b.past {
		return "", errNoProducer
	}
	return who, nil
}

// identification reads the block's records up to the string.
func (b *bitstream) identification(width uint64) (who string, found bool) {
	// Its abbreviations, each the operands' encodings; LLVM has one, of the string.
	var abbreviations [][]operand
	for !b.past {
		var record []uint64
		switch id := b.fixed(width); id {
		case endBlock, enterSubblock:
			return "", false
		case defineAbbrev:
			abbreviations = append(abbreviations, b.abbreviation())
			continue
		case unabbreviated:
			record = append(record, b.vbr(6))
			for n := b.vbr(6); n > 0 && !b.past; n-- {
				record = append(record, b.vbr(6))
			}
		default:
			if id-unabbreviated-1 >= uint64(len(abbreviations)) {
				return "", false
			}
			record = b.abbreviated(abbreviations[id-unabbreviated-1])
		}
		if len(record) > 1 && record[0] == identificationString {
			text := make([]byte, 0, len(record))
			for _, c := range record[1:] {
				text = append(text, byte(c))
			}
			return string(text), true
		}
	}
	return "", false
}

// operand is how one value of a record is written.
type operand struct {
	encoding int // one of those below
	value    uint64
}

const (
	literal = iota
	inFixed
	inVBR
	inArray
	inChar6
	inBlob
)

func (b *bitstream) abbreviation() (list []operand) {
	for n := b.vbr(5); n > 0 && !b.past; n-- {
		if b.fixed(1) == 1 {
			list = append(list, operand{literal, b.vbr(8)})
			continue
		}
		o := operand{encoding: int(b.fixed(3))}
		if o.encoding == inFixed || o.encoding == inVBR {
			o.value = b.vbr(5)
		}
		list = append(list, o)
	}
	return list
}

func (b *bitstream) abbreviated(list []operand) (record []uint64) {
	for i := 0; i < len(list) && !b.past; i++ {
		if list[i].encoding != inArray {
			record = append(record, b.operand(list[i]))
			continue
		}
		if i+1 >= len(list) {
			b.past = true
			break
		}
		n := b.vbr(6)
		if n > b.left() {
			b.past = true // a value takes a bit at least: without any, an array may be as long as it says
		}
		for ; n > 0 && !b.past; n-- {
			record = append(record, b.operand(list[i+1]))
		}
		break // an array's element is the last operand
	}
	return record
}

func (b *bitstream) operand(o operand) uint64 {
	switch o.encoding {
	case literal:
		return o.value
	case inFixed:
		return b.fixed(o.value)
	case inVBR:
		return b.vbr(o.value)
	case inChar6:
		return uint64("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"[b.fixed(6)])
	}
	b.past = true // blobs: none in this block
	return 0
}

// bitstream reads a bitstream, whose words have their lowest bit first.
type bitstream struct {
	data []byte
	at   uint64 // bit
	past bool   // it ended too early, or makes no sense
}

// left is how many bits are yet to be read.
func (b *bitstream) left() uint64 { return max(uint64(len(b.data))*8, b.at) - b.at }

func (b *bitstream) fixed(width uint64) (v uint64) {
	if width > 32 || b.past || b.at+width > uint64(len(b.data))*8 {
		b.past = true
		return 0
	}
	for i := range width {
		v |= uint64(b.data[b.at/8]>>(b.at%8)&1) << i
		b.at++
	}
	return v
}

// vbr is a number in chunks, whose highest bit says that another one follows.
func (b *bitstream) vbr(width uint64) (v uint64) {
	if width < 2 {
		b.past = true
		return 0
	}
	for shift := uint64(0); shift < 64; shift += width - 1 {
		chunk := b.fixed(width)
		v |= chunk &^ (1 << (width - 1)) << shift
		if b.past || chunk>>(width-1) == 0 {
			return v
		}
	}
	b.past = true
	return 0
}

func (b *bitstream) align() { b.at = (b.at + 31) / 32 * 32 }
