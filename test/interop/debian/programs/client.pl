# A client of the SDK for Perl: prints what a server over HTTP lists, and answers a call with.
use Mojo::Base -strict, -signatures;
use MCP::Client;
use Mojo::JSON qw(encode_json);

my $client = MCP::Client->new(url => $ARGV[0]);
$client->discover;
my @tools  = map { $_->{name} } @{$client->list_tools->{tools}};
my $called = $client->call_tool('add', {a => 2, b => 3});
say encode_json({revision => $client->protocol_version, tools => \@tools, text => $called->{content}[0]{text}});
